# As a plug-in of users.
unsealed.faults = yes
