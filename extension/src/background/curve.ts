// Files found against requests made, thinned so that it stays small however long the job is.
import type { CurvePoint } from "./shown.ts";

const MAX_POINTS = 200;

/**
 * `curve` with a point added; every other point goes when there are too many. A job that goes on counts
 * up again to where it was, and draws nothing until it is there.
 */
export function extended(curve: CurvePoint[], point: CurvePoint): CurvePoint[] {
  const last = curve.at(-1);
  if (last !== undefined && (point[0] < last[0] || (point[0] === last[0] && point[1] === last[1]))) return curve;
  const longer: CurvePoint[] = [...curve, point];
  if (longer.length <= MAX_POINTS) return longer;
  return longer.filter((_, index) => index % 2 === 0 || index === longer.length - 1);
}
