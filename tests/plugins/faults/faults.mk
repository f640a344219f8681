# As for users' plug-ins, a separate process loads it first.
unsealed.faults = yes
