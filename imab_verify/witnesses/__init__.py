"""sympy and z3 as witnesses of what the kernel says; neither of them is ever believed.

testimony   what each witness says about a certificate
"""
