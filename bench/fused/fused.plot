# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary rates of the matrix unit and of another pipe, both at once, by their ratio
size 1100 760
columns 2
xlabel work of the other pipe (% of the matrix unit's time)
ylabel rate, relative to alone
xrange 0:210
yrange 0:1.1
panel matrix matrix_rate load pipe=ex2|bf16|e4m3|ffma|copy,by=apart {pipe}
    title the matrix unit, next to another warpgroup
panel other other_rate load pipe=ex2|bf16|e4m3|ffma|copy,by=apart {pipe}
    title the other pipe
    key bottom right
panel together matrix_rate load pipe=ex2|softmax|bf16|e4m3,by=same {pipe}
    title the matrix unit, same warpgroups
panel overlap overlap load pipe=ex2|softmax,by=apart|same {pipe}, {by}
    title the longer time over that of both
    key bottom right
finding Exponentials that need half of the matrix unit's time leave it {matrix[ex2] at 50 as %} of its rate from another warpgroup, {together[ex2] at 50 as %} from its own
