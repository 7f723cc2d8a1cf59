import * as z from 'zod/mini';

/** The account of GitHub that a user has connected. */
const GithubAccount = z.object({
  login: z.string(),
  name: z.nullable(z.string()),
  avatarUrl: z.nullable(z.string()),
  url: z.string(),
  /** Milliseconds since 1970. */
  connectedAt: z.number(),
});
export type GithubAccount = z.infer<typeof GithubAccount>;

const Links = {
  /** Whether access is given repository by repository (GitHub App), or to all of a user's (OAuth App). */
  kind: z.enum(['github-app', 'oauth-app']),
  /** GitHub's page on which the user ends what they have allowed. */
  manageUrl: z.string(),
  /** GitHub's page on which repositories are added; null for an OAuth App. */
  installUrl: z.nullable(z.string()),
};

/** Whether a user can work with GitHub, as far as we know without asking it. */
export const GithubStatus = z.discriminatedUnion('state', [
  /** The operator has not set it up; `missing` are the names of variables. */
  z.object({ state: z.literal('off'), missing: z.array(z.string()) }),
  z.object({ state: z.literal('none'), ...Links }),
  /** `revoked`: GitHub takes the tokens no longer, so that the user has to connect again. */
  z.object({ state: z.enum(['connected', 'revoked']), account: GithubAccount, ...Links }),
]);
export type GithubStatus = z.infer<typeof GithubStatus>;

/** An account that the GitHub App is installed for, with repositories that it may reach. */
const GithubInstallation = z.object({
  id: z.number(),
  login: z.string(),
  avatarUrl: z.nullable(z.string()),
  isOrganization: z.boolean(),
  /** Whether it reaches all repositories of the account, or those that were chosen. */
  reach: z.enum(['all', 'selected']),
  isSuspended: z.boolean(),
  /** Rights that the app needs and was not given (yet), in GitHub's words. */
  missingRights: z.array(z.string()),
  /** GitHub's page on which its repositories are chosen. */
  url: z.string(),
});
export type GithubInstallation = z.infer<typeof GithubInstallation>;

/** Answer of `GET /api/github`: the status, and where the app is installed. */
export const GithubOverview = z.object({
  status: GithubStatus,
  /** Null: GitHub did not say, or there is nobody to ask for. */
  installations: z.nullable(z.array(GithubInstallation)),
  /** Why GitHub did not say, for the user. */
  failure: z.nullable(z.string()),
  /** Of a rate limit: seconds until asking again makes sense. */
  retryAfter: z.optional(z.number()),
});
export type GithubOverview = z.infer<typeof GithubOverview>;

/** A wish to connect GitHub: the page of ours that the user comes back to. */
export const ConnectionWish = z.object({ returnTo: z.string().check(z.maxLength(2_048)) });

/** Answer of `POST /api/github/connection`: where the browser goes. */
export const BegunSignIn = z.object({ url: z.string() });

/** Answer of `DELETE /api/github/connection`. */
export const EndedConnection = z.object({
  /** Whether GitHub has ended it, too; otherwise the user does so on its page. */
  isEndedAtGithub: z.boolean(),
  manageUrl: z.nullable(z.string()),
});
export type EndedConnection = z.infer<typeof EndedConnection>;
