/** A refusal for want of a permission: status 401, or 403 for scopes that are missing. */
export interface Refusal {
  status: 401 | 403;
  /** `WWW-Authenticate`, where the server sent one that can be read. */
  challenge: string | null;
  /** The header `Authorization` that was refused; null: none was sent. */
  sent: string | null;
}

/** Proves to a server who asks: consulted before each request, and whenever the server refuses one. */
export interface RequestAuthorization {
  /** The value of the header `Authorization`; null: none yet. */
  getHeader: () => string | null;
  /**
   * Renews what is proved, with the person's help where that is needed.
   *
   * @returns whether the request is worth sending again
   */
  answerRefusal: (refusal: Refusal, signal?: AbortSignal) => Promise<boolean>;
}
