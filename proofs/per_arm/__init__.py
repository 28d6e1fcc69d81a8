"""The per-arm lemma: if N_1 <= T/2 then OPT(T)/Rew_i(N_i) <= 200 T^2/N_i^2 for every arm i.

    per_arm              D22: the lemma; false for N_i = 2, true with T(T+1) for every N_i >= 3
    per_arm_citations    D23: what its proof cites

The printed proof distinguishes whether arm i is the first to cross N_i - 1 pulls (case 1) or not
(case 2). In both it uses that arm i was chosen for its estimate, which is so for N_i >= 3 only.
With this added all of its steps hold but for a slip (D27), and its constants are 32, 100 and 200.

    case_1_...           D24-D28: arm i is optimal at N_i - 1
    case_2_...           D29-D32: the step t of its last pull, and the chain of estimates
    case_2a_...          D33-D35: f(a) >= b Delta
    case_2b_...          D36-D39: f(a) < b Delta

The names of the proof are kept: n = N_i, q = N'_l = N - 1, a = N_i - 1, b = N'_l - N_i + 2 = N - a,
where N is the largest count at the step t and l the first arm that had N pulls. OPT(q) is Rew(g,q)
for an arm g that is optimal at q.
"""
