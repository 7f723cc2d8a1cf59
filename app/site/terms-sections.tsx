import { Link } from 'react-router';

import type { LegalSection } from './legal-page.tsx';

/** The terms of service, section by section. */
export const TERMS_SECTIONS: readonly LegalSection[] = [
  {
    id: 'parties',
    title: 'The agreement',
    body: (
      <>
        <p>
          MCP Builder is software that different people and organisations run. These terms are
          between you and the operator of this installation: whoever runs the server at the address
          you are reading this at. Where the operator and you have a signed agreement, that
          agreement comes first.
        </p>
        <p>
          By using the service you accept these terms. If you use it for an organisation, you
          confirm that you may accept them on its behalf. If you do not accept them, do not use the
          service.
        </p>
      </>
    ),
  },
  {
    id: 'service',
    title: 'What the service does',
    body: (
      <>
        <p>
          You give it the description of an API. It makes an MCP server of it: a list of tools, the
          code behind them, an address where MCP clients can call it, and a project to download that
          runs without us.
        </p>
        <p>
          You may build without an account. What a guest builds is a draft; it is removed 7 days
          after its last change. Signing in keeps the drafts that this browser made.
        </p>
        <p>
          A draft is yours alone until you share it. It answers calls that carry its token; one that
          is shared answers everybody else from a mock made of your document&apos;s own examples.
          Only calls with the token, in the environment &ldquo;test&rdquo;, reach the real API.
        </p>
        <p>
          A project has an endpoint once you publish a version. You choose who may call it: members
          of the account, everybody who signs in here, or everybody. Their calls use the secrets
          that you stored for it, unless callers bring their own.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <>
        <p>
          Signing in uses Google or an email address with a password. Keep your password and your
          devices safe, and use an email address that only you can read: whoever reads it can reset
          your password. You are responsible for what is done with your account until you end the
          sessions concerned on the <Link to="/account">account page</Link>. The same holds for what
          apps and coding agents do that you let in, by a key or a sign-in, until you end that.
        </p>
        <p>
          Projects, keys and secrets of a team belong to the team. Its owners decide who is a
          member. What is pushed to GitHub is pushed in the name of the account that you connected.
        </p>
        <p>You must be at least 16 years old, or the minimum age that your country requires.</p>
      </>
    ),
  },
  {
    id: 'acceptable-use',
    title: 'Acceptable use',
    body: (
      <>
        <p>You may not use the service to</p>
        <ul>
          <li>call an API that you have no right to call, or get around its limits;</li>
          <li>
            import a document, store a secret or handle personal details that you have no right to
            use;
          </li>
          <li>attack, scan or overload this service or anybody else&apos;s;</li>
          <li>
            break out of the isolation that generated code runs in, or reach another user&apos;s
            drafts, secrets or sessions;
          </li>
          <li>
            build servers that deceive the people or models that call them, spread malware, or do
            what the law forbids;
          </li>
          <li>get around limits by making several accounts or guests.</li>
        </ul>
        <p>
          Testing the security of your own drafts is welcome. If you find a vulnerability in the
          service, report it to the operator first, and do not exploit it beyond what is needed to
          demonstrate it.
        </p>
      </>
    ),
  },
  {
    id: 'your-content',
    title: 'What you bring stays yours',
    body: (
      <>
        <p>
          Documents, names, texts, code and secrets that you enter belong to you or to whom they
          belonged before. You allow the operator to store, copy and run them as far as the service
          needs it to do what you asked for, and for nothing else: not for advertising and not for
          training models.
        </p>
        <p>
          Whoever may read a chat that you shared can list its tools, call its mock, and copy the
          conversation and the server; a copy stays when you take yours back. Do not put into names,
          descriptions or examples what nobody else may read.
        </p>
      </>
    ),
  },
  {
    id: 'generated-code',
    title: 'Generated code and licences',
    body: (
      <>
        <p>
          The project that you download is yours. The operator claims no right in what was made from
          your document. The parts that every project has (its runtime, tests and build files) are
          under the MIT licence included in the project, which lets you use, change, sell and
          relicense them as long as the notice stays with those parts.
        </p>
        <p>
          The project names the packages it depends on; each has its own licence. The document you
          imported may have terms of its own, and so has the API behind it: being able to generate a
          server for an API gives you no right to use that API.
        </p>
        <p>
          Read generated code and test it before you rely on it. It does what the document says, and
          documents can be wrong.
        </p>
      </>
    ),
  },
  {
    id: 'apis-and-secrets',
    title: 'APIs and secrets of others',
    body: (
      <>
        <p>
          Calls that your server makes go to the hosts that you named, with the credentials that you
          stored, on your behalf. You are responsible for these calls towards those APIs: for their
          cost, limits and terms.
        </p>
        <p>
          Secrets are stored sealed and are sent only to the origins that you confirmed. If you
          suspect that one leaked, replace it at the place that gave it to you first.
        </p>
      </>
    ),
  },
  {
    id: 'plans',
    title: 'Plans and limits',
    body: (
      <p>
        Every account is on the free plan until it has a subscription. Plans differ in limits, which
        the screens show where they apply; requests above a limit are refused with an answer that
        says when to try again. Limits may change when that is needed to keep the service up. Prices
        and what a subscription includes are shown before you buy one, and what you agreed to there
        holds for the period you paid for. Stripe takes the payments.
      </p>
    ),
  },
  {
    id: 'availability',
    title: 'Availability and changes',
    body: (
      <p>
        There is no promise of uptime. Parts may change, move or go away; an MCP server that must
        not fail belongs on your own hosting, and the download is made for that. Keep your own copy
        of whatever you cannot afford to lose.
      </p>
    ),
  },
  {
    id: 'warranty',
    title: 'No warranty',
    body: (
      <p>
        The service and what it generates are provided as they are, without warranty of any kind,
        express or implied: not that they are free of faults, fit for a particular purpose,
        available at all times, or free of rights of others. Rights that the law gives consumers and
        that no contract can take away stay as they are.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Limits of liability',
    body: (
      <>
        <p>
          As far as the law allows, the operator is not liable for lost profit, lost content, calls
          made to third parties with your credentials, or indirect damage, and in all for no more
          than what you paid for the service in the twelve months before the damage.
        </p>
        <p>
          Nothing here limits liability for intent, gross negligence, injury to life or health, or
          wherever else the law does not allow a limit.
        </p>
      </>
    ),
  },
  {
    id: 'ending',
    title: 'Ending',
    body: (
      <>
        <p>
          You may stop at any time, and delete your account on the{' '}
          <Link to="/account">account page</Link>. What is removed then is listed in the{' '}
          <Link to="/privacy#deletion">privacy policy</Link>.
        </p>
        <p>
          The operator may suspend an account or remove a draft that breaks these terms or endangers
          others, and tells you why unless the law forbids it. If the whole service ends, you get
          notice on the site in time to download your projects, wherever that is possible.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        The date at the top says when these terms last changed. A change that takes something away
        from you is announced on the site at least 14 days before it holds, unless a law or an
        attack leaves no time. Using the service after that means that you accept it.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact and law',
    body: (
      <p>
        For questions, turn to the operator of this installation: the person or organisation that
        gave you this address. The law of the place where the operator is established applies;
        consumers keep the protection of the law where they live. If one of these terms turns out to
        be invalid, the others stay in force.
      </p>
    ),
  },
];
