import type { Check, FixPlace } from '#app/blueprint/readiness/report.ts';

/** The actions that this screen offers for a check. */
export interface ReportActions {
  /** Applies the edits of a fix; absent if the visitor may not change the server. */
  fix?: (check: Check) => void;
  /** Opens the place where people fix it. */
  go: (place: FixPlace) => void;
  /** Prepares a message for the builder; absent for visitors. */
  ask?: (check: Check) => void;
}
