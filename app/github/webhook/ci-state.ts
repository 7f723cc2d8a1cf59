/** How the checks of a commit stand; `none`: it has none. */
export type CiState = 'running' | 'passed' | 'failed' | 'none';

/** A check run or a check suite, as far as it says how it stands. */
interface Check {
  status: string | null;
  conclusion?: string | null | undefined;
}

/** Conclusions that keep nobody from merging: https://docs.github.com/rest/checks/runs. */
const PASSING = ['success', 'neutral', 'skipped'];

/** How one check stands. */
export function toCheckState({ status, conclusion }: Check): CiState {
  if (status !== 'completed') return 'running';
  return PASSING.includes(conclusion ?? '') ? 'passed' : 'failed';
}

/** How a commit status stands, the older kind of check. */
export function toStatusState(state: string): CiState {
  if (state === 'success') return 'passed';
  return state === 'pending' ? 'running' : 'failed';
}

/** How all checks of a commit stand: what failed is told before the others have ended. */
export function summariseChecks(states: readonly CiState[]): CiState {
  for (const state of ['failed', 'running', 'passed'] as const) {
    if (states.includes(state)) return state;
  }
  return 'none';
}
