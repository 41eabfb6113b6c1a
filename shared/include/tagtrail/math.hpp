// Elementary functions that give the same bits everywhere. The C libraries of g++ and Emscripten
// differ in the last bits of exp and log (only + - * / and sqrt agree), and one differing bit is
// enough to change a decision; so decisions use these, made of + - * / only. Error under 2 ulp, but
// for pow(), whose relative error grows with |y log x| (under 2.5e-13 where the result is finite).
#pragma once

namespace tagtrail::math {

double exp(double x);
double expm1(double x);
/// x > 0; -infinity at 0, NaN below.
double log(double x);
double log1p(double x);
/// x > 0.
double pow(double x, double y);

}  // namespace tagtrail::math
