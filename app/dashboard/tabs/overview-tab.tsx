import { Link } from 'react-router';

import { ForRole } from '#app/dashboard/for-role.tsx';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';
import { VerdictBadge } from '#app/ui/verdict-badge.tsx';
import { useOrigin } from '#app/ui/use-origin.ts';

import type { ProjectFacts } from '#app/dashboard/project-facts.ts';
import { Section } from '#app/dashboard/section.tsx';
import { useContinuing } from '#app/dashboard/use-continuing.ts';
import { usePublishing } from '#app/dashboard/use-publishing.tsx';
import type { ProjectTab } from '#app/dashboard/use-project-tab.ts';
import { MissingSecrets } from './missing-secrets.tsx';

interface Props {
  facts: ProjectFacts;
  onTab: (tab: ProjectTab) => void;
  onChanged: () => Promise<void>;
}

/** The served and the latest version, the endpoint, the chats, and the next step. */
export function OverviewTab({ facts, onTab, onChanged }: Props) {
  const { project, chats, hasMoreChats } = facts;
  const origin = useOrigin();
  const url = origin + project.endpoint;
  return (
    <>
      <ForRole needed="editor">
        <NextStep facts={facts} onTab={onTab} onChanged={onChanged} />
        <MissingSecrets project={project.id} onOpen={() => onTab('secrets')} />
      </ForRole>
      <Section title="Endpoint">
        <div className="flex items-center gap-2 rounded-panel border bg-raised py-1 pe-1 ps-3">
          <code className="min-w-0 grow py-1.5 wrap-anywhere">{url}</code>
          <CopyButton text={url} what="endpoint" />
        </div>
      </Section>
      <Section title="Latest version">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
          <span>
            Version {project.latest} · {project.tools === 1 ? '1 tool' : `${project.tools} tools`} ·
            changed <RelativeTime at={project.updatedAt} />
          </span>
          {project.verdict === null ? null : <VerdictBadge verdict={project.verdict} />}
        </p>
        {project.summary ? (
          <p className="mt-2 max-w-prose wrap-anywhere text-muted">{project.summary}</p>
        ) : null}
      </Section>
      <Section title="Chats" note="Chats that were saved into this project, or opened from it.">
        {chats.length === 0 ? (
          <p className="text-sm text-muted">
            No chats yet. To keep building, open a version in a chat from the Versions tab.
          </p>
        ) : (
          <ul className="divide-y border-y">
            {chats.map(({ id, title, updatedAt }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 py-2">
                <Link to={`/chat/${id}`} className="min-w-0 truncate hover:underline">
                  <bdi>{title}</bdi>
                </Link>
                <span className="text-sm text-muted">
                  <RelativeTime at={updatedAt} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {hasMoreChats ? (
          <p className="mt-2 text-sm text-muted">
            Older ones are in{' '}
            <Link to="/chats" className="underline">
              your chats
            </Link>
            .
          </p>
        ) : null}
      </Section>
    </>
  );
}

function NextStep(props: Props) {
  return props.facts.project.tools === 0 && props.facts.project.published === null ? (
    <FirstTools facts={props.facts} />
  ) : (
    <Publishing {...props} />
  );
}

/** An empty server gets its tools in its chat. */
function FirstTools({ facts: { project, chats } }: Pick<Props, 'facts'>) {
  const { isBusy, failure, closeFailure, continueVersion } = useContinuing(project.id);
  const [chat] = chats;
  return (
    <div className="mb-8">
      <div className="flex flex-wrap items-center gap-3">
        {chat ? (
          <Link to={`/chat/${chat.id}`} className={buttonClass('primary')}>
            Add tools in the chat
          </Link>
        ) : (
          <Button
            variant="primary"
            disabled={isBusy}
            onClick={() => void continueVersion(project.latest)}
          >
            {isBusy ? 'Opening…' : 'Add tools in a chat'}
          </Button>
        )}
        <p className="text-sm text-muted">
          This server has no tools yet. Once it has some, save it there and publish that version.
        </p>
      </div>
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </div>
  );
}

function Publishing({ facts: { project, endpoint }, onTab, onChanged }: Props) {
  const publishing = usePublishing(project, endpoint.history, onChanged);
  const { isBusy, failure, closeFailure, publish, dialog } = publishing;
  const { published, latest } = project;
  const { rollout } = endpoint;
  if (rollout?.version === latest) {
    return (
      <div className="mb-8 flex flex-wrap items-center gap-3">
        <Button variant="primary" onClick={() => onTab('endpoint')}>
          Compare both versions
        </Button>
        <p className="text-sm text-muted">
          {rollout.share}% of callers get version {latest}; everyone else gets version {published}.
        </p>
      </div>
    );
  }
  if (published === latest) {
    return (
      <div className="mb-8 flex flex-wrap items-center gap-3">
        <Button variant="primary" onClick={() => onTab('endpoint')}>
          Connect a client
        </Button>
        <Link to="/api-keys" className={buttonClass()}>
          API keys
        </Link>
      </div>
    );
  }
  return (
    <div className="mb-8">
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" disabled={isBusy} onClick={() => publish(latest)}>
          {isBusy ? 'Publishing…' : `Publish version ${latest}`}
        </Button>
        <p className="text-sm text-muted">
          {published === null
            ? 'Nothing is published yet. Publish a version to serve it at the endpoint below.'
            : `Version ${published} is served. The change is in force everywhere within 30 seconds.`}
        </p>
      </div>
      {dialog}
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </div>
  );
}
