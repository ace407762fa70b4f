#include "textflag.h"

// lanes is a multiple of 16 in all of these; a register holds 16.

// func addWide(to, row *int16, lanes int)
TEXT ·addWide(SB), NOSPLIT, $0-24
	MOVQ to+0(FP), DI
	MOVQ row+8(FP), SI
	MOVQ lanes+16(FP), CX
addLoop:
	VMOVDQU (DI), Y0
	VPADDW  (SI), Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ $32, DI
	ADDQ $32, SI
	SUBQ $16, CX
	JG   addLoop
	VZEROUPPER
	RET

// func removeWide(to, row *int16, lanes int)
TEXT ·removeWide(SB), NOSPLIT, $0-24
	MOVQ to+0(FP), DI
	MOVQ row+8(FP), SI
	MOVQ lanes+16(FP), CX
removeLoop:
	VMOVDQU (DI), Y0
	VPSUBW  (SI), Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ $32, DI
	ADDQ $32, SI
	SUBQ $16, CX
	JG   removeLoop
	VZEROUPPER
	RET

// func changeWide(to, off, on *int16, lanes int)
TEXT ·changeWide(SB), NOSPLIT, $0-32
	MOVQ to+0(FP), DI
	MOVQ off+8(FP), SI
	MOVQ on+16(FP), DX
	MOVQ lanes+24(FP), CX
changeLoop:
	VMOVDQU (DI), Y0
	VPADDW  (DX), Y0, Y0
	VPSUBW  (SI), Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ $32, DI
	ADDQ $32, SI
	ADDQ $32, DX
	SUBQ $16, CX
	JG   changeLoop
	VZEROUPPER
	RET

// func squaresWide(cells, weights *int16, lanes int) int32
TEXT ·squaresWide(SB), NOSPLIT, $0-28
	MOVQ cells+0(FP), DI
	MOVQ weights+8(FP), SI
	MOVQ lanes+16(FP), CX
	VPXOR    Y3, Y3, Y3  // 0
	VPXOR    Y4, Y4, Y4  // the sum
	VPCMPEQW Y5, Y5, Y5
	VPSRLW   $8, Y5, Y5  // 255, which is cellStep
squaresLoop:
	VPMAXSW  (DI), Y3, Y0
	VPMINSW  Y5, Y0, Y0
	VPMULLW  (SI), Y0, Y1
	VPMADDWD Y0, Y1, Y1
	VPADDD   Y1, Y4, Y4
	ADDQ $32, DI
	ADDQ $32, SI
	SUBQ $16, CX
	JG   squaresLoop
	VEXTRACTI128 $1, Y4, X0
	VPADDD  X0, X4, X0
	VPSHUFD $0x4E, X0, X1
	VPADDD  X1, X0, X0
	VPSHUFD $0xB1, X0, X1
	VPADDD  X1, X0, X0
	VMOVD   X0, AX
	MOVL    AX, ret+24(FP)
	VZEROUPPER
	RET
