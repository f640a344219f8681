# The pictures of stride.gp; harness/reading/plot/kinds.h describes the format.
summary copies that skip elements
panel stride bandwidth         stride op=copy|read|write,form=wide,bytes=4 {op}
panel reach  bandwidth         span   op=reach                             {op}
finding Reads keep half of their bandwidth up to a stride of {x of stride[read] until 50%}; at stride 2, {stride[copy] at 2 / stride[copy] at 1 as %} of the copy bandwidth remains; at stride 32, {stride[copy] at 32 / stride[copy] at 1 as %}
