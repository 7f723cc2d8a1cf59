/** A deed of an operator, as the log has it. */
export interface OperatorAction {
  id: string;
  /** Their address, as it was then. */
  operator: string;
  /** As `user.suspended`. */
  action: string;
  /** Id of the user, chat or setting. */
  subject: string;
  /** Reason or new value, in words; may be empty. */
  detail: string;
  /** Milliseconds since 1970. */
  happenedAt: number;
}
