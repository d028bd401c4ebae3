# generators
U:=(1,3,2)(4,5);
V := U^-1*(5,6);;
G:=Group([U, V], ());
Size(G);
