# The pictures of case.gp; harness/plot/kinds.h describes the format.
summary the steps of the worked example: their rates, and their positions under the roof of L1
panel average flop_rate {version} work=average -
panel product flop_rate {kernel} work=product n = {n}
panel average_l1 flop_rate intensity_l1 work=average {version}
panel product_l1 flop_rate intensity_l1 work=product {kernel}
finding The matrix product improves from {product min} ({word of product min}) to {product max} ({word of product max})
