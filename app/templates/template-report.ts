import type { Verdict } from '#app/platform/verdict.ts';

/** The readiness report of a template's server, made when the site is built, as far as pages show it. */
export interface TemplateReport {
  verdict: Verdict;
  /** 0 to 100; null for a server that nobody can use. */
  score: number | null;
  /** Checks that applied, by family, the families with the worst first. */
  families: TemplateFamily[];
}

export interface TemplateFamily {
  title: string;
  checks: TemplateCheck[];
}

export interface TemplateCheck {
  title: string;
  status: 'pass' | 'warn' | 'fail';
  /** The finding, in one or two sentences. */
  found: string;
}
