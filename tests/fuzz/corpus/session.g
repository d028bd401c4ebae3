gap> a:=(1,2,3,4,5);; b:=(1,2);;
gap> G:=Group(a,b);
Sym( [ 1 .. 5 ] )
