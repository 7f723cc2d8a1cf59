import { Link } from 'react-router';

import { AnalyticsChoice } from './analytics-choice.tsx';
import { KeptTable } from './kept-table.tsx';
import { KEPT_BY_THE_BROWSER, KEPT_BY_THE_SERVER } from './data-retention.ts';
import type { LegalSection } from './legal-page.tsx';

/** The privacy policy, section by section. */
export const PRIVACY_SECTIONS: readonly LegalSection[] = [
  {
    id: 'operator',
    title: 'Who is responsible',
    body: (
      <p>
        MCP Builder is software that different people and organisations run. Responsible for what
        happens to your details here is the operator of this installation: the person or
        organisation that gave you this address. &ldquo;We&rdquo; below means that operator.
      </p>
    ),
  },
  {
    id: 'server',
    title: 'What we keep, and where',
    body: (
      <>
        <p>
          You can build without an account. Then we keep your drafts for 7 days and know you only by
          a random number in a cookie. When you sign in, we keep what is listed here.
        </p>
        <KeptTable
          caption="What the server keeps"
          columns={['What', 'Where', 'Until']}
          rows={KEPT_BY_THE_SERVER}
        />
        <p>
          You can <Link to="/account">download everything</Link> that we keep of you as one file,
          and <Link to="/docs/your-data">read what is in it</Link>. Operators can see who has an
          account, its plan and how much it uses, and can suspend or delete it; what they do is
          logged. They see no private chats and no secrets.
        </p>
        <p>
          Backups: the database can be set back by up to 30 days, so a deleted row stays recoverable
          for us for that long.
        </p>
        <p>
          Requests from your network address are counted for a minute to limit abuse. We do not keep
          lists of the pages you visited.
        </p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and storage in your browser',
    body: (
      <>
        <KeptTable
          caption="What your browser keeps"
          columns={['Name and purpose', 'Kind', 'Until']}
          rows={KEPT_BY_THE_BROWSER}
        />
        <p>
          What you typed and have not sent yet is kept in the tab (session storage) so that a reload
          does not lose it. It never leaves the tab before you send it, and is removed when the tab
          is closed.
        </p>
      </>
    ),
  },
  {
    id: 'analytics',
    title: 'Analytics, only if you agree',
    body: (
      <>
        <p>
          With your consent, PostHog counts two things: that you signed in, and how, and that you
          signed out. It knows you by your email address, name, picture address and way of signing
          in. The events go through this server, without cookies. Pages you visit, clicks and what
          you build are not counted.
        </p>
        <AnalyticsChoice />
      </>
    ),
  },
  {
    id: 'purposes',
    title: 'Legal basis',
    body: (
      <ul>
        <li>
          To do what you asked for: building, running and keeping your servers, and letting you sign
          in (contract, article 6(1)(b) GDPR).
        </li>
        <li>
          To keep the service secure and available: limits, logs, sessions that can be ended
          (legitimate interest, article 6(1)(f) GDPR).
        </li>
        <li>To count use, only if you agree (consent, article 6(1)(a) GDPR).</li>
      </ul>
    ),
  },
  {
    id: 'others',
    title: 'Who else receives data',
    body: (
      <>
        <ul>
          <li>
            Cloudflare runs the servers, databases and logs; all requests pass through its network.
          </li>
          <li>
            Google runs Firebase Authentication. Your browser talks to it to sign in, and loads
            Google&apos;s script when you choose &ldquo;Continue with Google&rdquo;. The picture of
            a Google profile is loaded from Google, and those of GitHub accounts on the pages about
            GitHub from GitHub. Firebase sends the mails that verify your address or reset your
            password.
          </li>
          <li>
            Stripe, if you buy a plan: you pay on its pages, it gets your email address and the
            number of your account from us, and tells us about your subscription. Invoices stay
            there when you delete your account.
          </li>
          <li>
            The servers that you test with the client see what you send them: from your browser, or
            through our relay, which keeps and logs nothing but the host.
          </li>
          <li>
            Members of your team see the projects, keys and calls of the team, and your name and
            email address.
          </li>
          <li>
            The APIs that your own server calls see what you tell it to send, from our addresses and
            not from yours.
          </li>
          <li>
            GitHub, if you connect it: it receives the files that you push, under your name. We read
            the repositories that you gave us access to, and only when you ask for something that
            needs it, or when GitHub tells us that a linked repository has changed.
          </li>
          <li>
            The company whose model answers you, where a model is chosen or the operator set one up:
            it receives the conversation with what you attached, and what the builder reads of your
            server. Secrets that you entered are not part of it. With a key of your own, it receives
            that key and your agreement with it applies. The built-in builder sends nothing to
            anyone.
          </li>
          <li>
            Whoever has the link, for chats that you make unlisted: they can read the conversation
            and its server, and copy both. Who has the token of a server can read it, too.
          </li>
          <li>
            Everyone, for chats that you make public, as they are when you publish them: the
            showcase lists them with the words and the author&apos;s name that you choose, their
            tools and the verdict on them, and anyone can read and copy them. Of who copies or
            reports one we keep a hash of the account or the address, so that each person counts
            once.
          </li>
          <li>PostHog counts use, only if you agree and only where the operator turned it on.</li>
        </ul>
        <p>
          No one else. We do not sell anything about you, show no advertising, and train no models
          with what you bring; what a model&apos;s company does with it, its own terms say.
          Cloudflare, Google, GitHub, Stripe, PostHog and the companies of models may process
          details outside your country, under the standard contractual clauses that they publish.
          Authorities get what the law compels us to give, and no more.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How it is protected',
    body: (
      <p>
        Connections are encrypted. Scripts cannot read the session cookie, and only a hash of it is
        stored. Secrets are sealed, are decrypted only to call the origins that you confirmed, and
        never enter generated code. Passwords go from your browser to Google and never pass through
        our server.
      </p>
    ),
  },
  {
    id: 'deletion',
    title: 'Deletion',
    body: (
      <>
        <p>
          On the <Link to="/account">account page</Link> you can end single sessions or all of them,
          and delete your account. Deleting removes your sign-in account at Firebase, the copy of
          your profile, your personal account with its drafts, projects and their secrets, and all
          sessions, and ends its subscription, the access of apps that you allowed and ours to your
          GitHub account. For 31 days we keep your user id with the time of deletion, so that tokens
          issued before are refused.
        </p>
        <p>
          Deleted data leaves our storage within a day, and the backups after 30 days. Guest drafts
          expire automatically. Clearing cookies and site data in your browser removes everything
          stored there.
        </p>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>
          You may ask what we keep about you, have it corrected, deleted or restricted, receive it
          in a common format, object to its use, and take back a consent at any time. You can do
          much of this yourself: the account page shows your profile and sessions, each draft
          downloads as files, name and picture follow your sign-in account.
        </p>
        <p>
          For anything else, contact the operator. If you believe that your data is handled
          unlawfully, you may complain to the data protection authority of the place where you live.
        </p>
      </>
    ),
  },
  {
    id: 'age',
    title: 'Age',
    body: (
      <p>
        The service is meant for professional use and not for anyone under 16. If you learn that a
        child has created an account, tell the operator and it will be deleted.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and contact',
    body: (
      <p>
        The date at the top says when this text last changed. Before anything new is kept or shared,
        it is added here and announced on the site. For questions, contact the operator of this
        installation.
      </p>
    ),
  },
];
