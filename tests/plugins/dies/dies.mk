# As a plug-in of users, it is loaded by a process of its own first.
unsealed.dies = yes
