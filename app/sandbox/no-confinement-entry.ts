/** Stands for `confinement-entry.ts` in an isolate without code of others: there is nobody to confine. */
export function refill(): void {}

/** All that was loaded is ours. */
export function endStart(_server: object): void {}
