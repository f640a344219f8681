$ gpubench compare results/h200-sxm/all.csv
--- 80 x 24
NVIDIA H200, board 692-2G520-0282-000: 1 GPU on 1 host

Outliers: 0 GPUs outside the scatter of healthy GPUs
(outliers need at least 3 GPUs of a model)
gpubench: left out to fit the window: 97 rows (--rows)
