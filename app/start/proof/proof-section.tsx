import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** A part of the proof: a claim and how it was found out on the left, what was found beside it. */
export function ProofSection({
  id,
  title,
  method,
  children,
}: {
  id: string;
  title: string;
  /** Sentences, and where the method is described in full. */
  method: { text: ReactNode; href: string; label: string };
  children: ReactNode;
}) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-5 border-t pt-8 lg:grid-cols-[20rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        <p className="mt-2 max-w-prose text-muted">{method.text}</p>
        <ProofLink href={method.href}>{method.label}</ProofLink>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** Leads to a page of its own. The HTML is drawn without a router, so that it is a plain link. */
export function ProofLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="mt-2 inline-flex min-h-6 items-center gap-1.5 text-blue underline underline-offset-2 hover:text-blue-strong pointer-coarse:min-h-11"
    >
      {children}
      <ArrowRight aria-hidden className="size-3.5 shrink-0" />
    </a>
  );
}
