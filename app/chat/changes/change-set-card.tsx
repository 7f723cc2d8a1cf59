import { useState } from 'react';

import type { ChangedPart, ChangeItem, ChangeSetView } from '#app/builder/change-set/change-set.ts';
import type { ChatActions } from '#app/chat/messages/chat-actions.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';

import { ChangedParts } from './changed-parts.tsx';
import { summarizeParts } from './describe-part.ts';
import { RealCallView } from './real-call-view.tsx';
import { useDecision } from './use-decision.ts';

interface Props {
  changes: ChangeSetView;
  /** Absent for whoever only reads the conversation. */
  decide: ChatActions['decide'];
  keepAnswer?: ChatActions['keepAnswer'];
  /** Nothing runs, so that a decision can be carried out. */
  canDecide: boolean;
}

/** Changes that lead out of the draft: what each would do, by part, and the buttons that decide. */
export function ChangeSetCard({ changes, decide, keepAnswer, canDecide }: Props) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { isSending, failure, wait } = useDecision();
  const { items, state, approved } = changes;
  const isOpen = state === 'open' && decide !== undefined;
  const chosen = items.flatMap(({ id }) => (left.has(id) ? [] : [id]));
  const send = (approve: string[]) => wait(decide?.(changes, approve));
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  return (
    <fieldset
      aria-label="Changes to approve"
      className="min-w-0 rounded-panel border bg-raised px-3.5 py-3"
    >
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="font-medium">{TITLES[state]}</h2>
        {state === 'open' ? <Badge tone="warn">not applied yet</Badge> : null}
      </header>
      {state === 'open' ? (
        <p className="mt-0.5 text-sm text-muted">{describeApproval(items)}</p>
      ) : null}
      <ul className={`mt-2 divide-y border-t ${isOpen ? 'border-b' : ''}`}>
        {items.map((item) => (
          <Item
            key={item.id}
            item={item}
            isOpen={state === 'open'}
            outcome={state === 'approved' ? outcomeOf(item, approved) : null}
            isChosen={!left.has(item.id)}
            onToggle={isOpen && items.length > 1 ? () => toggle(item.id) : null}
            onKeep={
              keepAnswer && canDecide && !isSending
                ? () => void wait(keepAnswer(changes, item.id))
                : null
            }
          />
        ))}
      </ul>
      {isOpen ? (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            variant="primary"
            disabled={!canDecide || isSending || chosen.length === 0}
            onClick={() => void send(chosen)}
          >
            {approveWords(chosen.length, items.length)}
          </Button>
          <Button disabled={!canDecide || isSending} onClick={() => void send([])}>
            Refuse {items.length > 1 ? 'all' : ''}
          </Button>
        </div>
      ) : null}
      {failure === null ? null : (
        <p role="alert" className="mt-2 text-sm text-fail">
          {failure}
        </p>
      )}
    </fieldset>
  );
}

const TITLES: Record<ChangeSetView['state'], string> = {
  open: 'Your approval is needed',
  approved: 'Approved changes',
  refused: 'Refused changes',
  outdated: 'Outdated changes',
};

function Item({
  item: { id, risks, parts, more, realCall },
  isOpen,
  outcome,
  isChosen,
  onToggle,
  onKeep,
}: {
  item: ChangeItem;
  /** Nobody has decided on it. */
  isOpen: boolean;
  outcome: string | null;
  isChosen: boolean;
  /** Null where it cannot be left out. */
  onToggle: (() => void) | null;
  onKeep: (() => void) | null;
}) {
  return (
    <li className="flex gap-2.5 py-2.5">
      {onToggle ? (
        <Checkbox
          id={`change ${id}`}
          checked={isChosen}
          onChange={onToggle}
          aria-label={risks.join(' ')}
          className="mt-1"
        />
      ) : null}
      <div className="min-w-0 flex-1">
        {risks.map((risk) => (
          <p key={risk} className="wrap-anywhere">
            {risk}
          </p>
        ))}
        {outcome ? <p className="text-sm text-muted">{outcome}</p> : null}
        {realCall ? (
          <RealCallView call={realCall} isApproved={outcome === APPROVED} onKeep={onKeep} />
        ) : null}
        {parts.length > 0 ? <Parts parts={parts} more={more} isOpen={isOpen} /> : null}
      </div>
    </li>
  );
}

/** Those with a risk are shown at once, the others on demand. */
function Parts({
  parts,
  more,
  isOpen,
}: {
  parts: readonly ChangedPart[];
  more: number;
  isOpen: boolean;
}) {
  const [isWanted, setWanted] = useState(false);
  const risky = parts.filter(({ isRisky }) => isRisky);
  const others = parts.filter(({ isRisky }) => !isRisky);
  const left = others.length + more;
  return (
    <>
      {risky.length > 0 ? <ChangedParts parts={risky} isOpen={isOpen} /> : null}
      {left > 0 ? (
        <details
          className="text-sm text-muted"
          onToggle={(event) => setWanted(event.currentTarget.open)}
        >
          <summary className="min-h-8 hover:text-ink pointer-coarse:min-h-11">
            {risky.length > 0 ? 'With it: ' : ''}
            {summarizeParts(others, more)}
          </summary>
          {isWanted ? <ChangedParts parts={others} isOpen={false} /> : null}
          {more > 0 ? <p className="py-1.5">and {more} more</p> : null}
        </details>
      ) : null}
    </>
  );
}

function approveWords(chosen: number, all: number): string {
  if (all === 1) return 'Approve';
  return chosen === all ? `Approve all ${all}` : `Approve ${chosen} of ${all}`;
}

const APPROVED = 'Approved';

function outcomeOf({ id }: ChangeItem, approved: readonly string[]): string {
  return approved.includes(id) ? APPROVED : 'Refused';
}

/** Says in short how an approval is carried out. */
function describeApproval(items: readonly ChangeItem[]): string {
  const calls = items.filter(({ realCall }) => realCall !== undefined).length;
  const call = `${calls === 1 ? 'The call is' : 'Each call is'} made once, as it is shown here, and changes nothing of the server.`;
  const edits = 'Tested on the mock. Applying them lets the server reach something new.';
  if (calls === 0) return edits;
  return calls === items.length ? call : `${edits} ${call}`;
}
