# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary the steps of the worked example: their rates, and their positions under the roof of L1
size 1300 760
columns 2
ylabel TFLOP/s
yscale 1e12
ylog 10
ytics powers
yrange 1e-4:200
panel average flop_rate {version} work=average -
    title means, and a matrix times these
    key off
    draw bars limit
panel product flop_rate {kernel} work=product n = {n}
    title a matrix product
    yrange 1e-4:5000
    key top left
    draw bars limit
panel average_l1 flop_rate intensity_l1 work=average {version}
    title means, by FLOP per byte of L1
    xlabel FLOP/B of L1
    xlog 10
    xrange 0.005:20
    xtics powers
    key bottom right font 12
panel product_l1 flop_rate intensity_l1 work=product {kernel}
    title a matrix product, by FLOP per byte of L1
    xlabel FLOP/B of L1
    xlog 10
    xrange 0.005:20
    xtics powers
    key bottom right font 12
finding The matrix product improves from {product min} ({word of product min}) to {product max} ({word of product max})
