import type { DraftView } from '#app/drafts/draft.ts';

import { Browser, makeToken, newUid } from '../setup/browser.workerd.ts';
import type { Person } from './person.workerd.ts';
import { word, type Step } from './step.workerd.ts';

const json = { 'content-type': 'application/json' };

/** A team gets a project and a member, who sees it as long as they belong to it, and not a moment longer. */
export const holdTeam: Step = async (person) => {
  const server = person.pickServer();
  // The plan pays for one team.
  if (!person.isSignedIn || !person.hasPlan || person.hasTeam || server === null) return false;
  person.hasTeam = true;
  await person.claim();
  const name = `Team ${word(person)}`;
  const made = await person.ask(() => person.json('POST', '/api/teams', { name }));
  const { id: team }: { id: string } = JSON.parse(made.text);
  const draft = await person.browser.fetch(`/api/drafts/${server.id}`);
  const { revision }: DraftView = await draft.json();
  const body = { draft: server.id, revision, title: `Of ${name}`, account: team };
  const headers = { 'idempotency-key': word(person) };
  const saved = await person.ask(() => person.json('POST', '/api/projects', body, headers));
  const { id: project }: { id: string } = JSON.parse(saved.text);
  if (!project) return false;
  const member = await invite(person, team);
  const look = async () => (await member.browser.fetch(`/api/projects/${project}`)).status;
  person.expect((await look()) === 200, 'a member does not see a project of the team');
  const path = `/api/teams/${team}/members/${member.uid}`;
  await person.ask(() => person.browser.fetch(path, { method: 'DELETE' }), [404]);
  person.expect((await look()) === 404, 'a former member sees a project of the team');
  return true;
};

async function invite(person: Person, team: string) {
  const member = { uid: newUid(), browser: new Browser() };
  const email = `${member.uid}@example.org`;
  const authTime = Math.floor(Date.now() / 1_000) - 10;
  await member.browser.sync(await makeToken({ sub: member.uid, email, auth_time: authTime }));
  const body = { email, role: 'viewer' };
  const { text } = await person.ask(() =>
    person.json('POST', `/api/teams/${team}/invitations`, body),
  );
  const { link }: { link: string } = JSON.parse(text);
  const token = link.split('#')[1] ?? '';
  person.secrets.push(token);
  const accept = () =>
    member.browser.fetch('/api/invitations/accept', {
      method: 'POST',
      body: JSON.stringify({ token }),
      headers: json,
    });
  // A link works once: that it was accepted may be what the second time says.
  await person.ask(accept, [404, 409, 410]);
  return member;
}
