"""The hunt: a search for the instances that hurt a policy most, or that refute a claim.

strategies    hypothesis strategies for arms and instances, for your own tests too
objective     what is maximised, exactly
polish        the best instance that plays the same way, by an exact linear program
seeds         shapes of small worst cases, redrawn at other sizes
searcher      the search in one cell: explore, polish, exploit, simplify
judge         every record is played again and judged by the kernel
claims        the hunt for a violation of a claim
store         one SQLite file that survives anything
slices        one piece of work, for any process
campaign      many cells, one budget, one store
"""
