/** The finding of the official suite for one subject and one revision of the protocol. */
export interface ConformanceRow {
  subject: string;
  revision: string;
  /** Scenarios that count for the revision, and how many of them are met. */
  scored: number;
  met: number;
}

/** A server of a benchmark. */
export interface BenchRow {
  label: string;
  /** Calls per second. */
  rate: number;
  /** As the benchmark writes it: `78 µs`. */
  cpu: string;
}

/** Figures of our own tests and benchmarks, read from the repository when the site is built. */
export interface StartProof {
  /** The version of the conformance suite. */
  suite: string;
  conformance: ConformanceRow[];
  calls: { day: string; rows: BenchRow[] };
  hosted: { day: string; rows: BenchRow[] };
}
