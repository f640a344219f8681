"""The version of the package: packaging/wheel.sh writes it when a wheel is made."""
__version__ = "unknown"
