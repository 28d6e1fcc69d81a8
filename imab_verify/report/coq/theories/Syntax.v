(* How exported data is written: polynomials with + - * ^, the number $3, the fraction 3 /$ 2. *)
Require Export RunProofs QArith.
From Coq.micromega Require Export EnvRing.
Declare Scope poly_scope.
Delimit Scope poly_scope with poly.
Bind Scope poly_scope with PExpr.
Infix "+" := PEadd : poly_scope.
Infix "-" := PEsub : poly_scope.
Infix "*" := PEmul : poly_scope.
Notation "- x" := (PEopp x) : poly_scope.
Notation "x ^ n" := (PEpow x n%N) : poly_scope.
Notation "$ n" := (PEc (Qmake n%Z 1%positive)) (at level 1, n at level 0) : poly_scope.
Notation "n /$ d" := (PEc (Qmake n%Z d%positive)) (at level 1, d at level 0) : poly_scope.
Close Scope Q_scope.
Open Scope R_scope.
