# Like users' plug-ins, it is first loaded by a separate process.
unsealed.dies = yes
