/** US dollars as they are shown: an estimate, of small sums as well. */
export function toCostText(cost: number): string {
  return `about $${cost < 0.01 ? cost.toFixed(4) : cost.toFixed(2)}`;
}
