"""The hunt: a search for the instances that hurt a policy most, or that refute a claim.

strategies    hypothesis strategies for arms and instances, for your own tests too
objective     what is maximised, exactly
problem       what is hunted: a policy, a size, and what to maximise
settings      what a hunt may spend, and how a record was confirmed
budget        what a search may spend
interrupts    Ctrl-C as a wish
driving       one run of hypothesis as an optimiser
databases     hypothesis's examples of a cell, in a directory
searcher      the search in one cell, in layers
standing      where it stands: the best so far, and what went wrong
seeds         shapes of small worst cases, redrawn at other sizes
sketches      instances in small integers, for thousands of runs
scoring       the one evaluation of searches on sketches
evolution     edits of hinges, keeping what is not worse
adaptation    steps that learn their directions and their size
programs      the best instance that plays the same way, by an exact linear program
tracing       which comparisons led any policy to its pulls, seen by playing
local         linear programs over these comparisons, in floats
polishing     when the programs are tried
exact         what the exact engine knows about a cell
judge         every record is played again and, where it can be, judged by the kernel
store         one SQLite file that survives anything
slices        one piece of work, for any process
campaign      many cells, one budget, one store
claims        the hunt for a violation of a claim, on the one road
arm_claims    claims about arms: parameters drawn, rewards by a linear program
run_claims    claims about the run of a policy: instances drawn
claim_campaign  the same in many processes and over many calls
"""
