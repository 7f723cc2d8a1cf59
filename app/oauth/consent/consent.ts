import * as z from 'zod/mini';

import { ToolScope } from '#app/oauth/tool-scope.ts';

/** A group of tools that an app may be let call. */
const ConsentGroup = z.object({
  scope: ToolScope,
  /** Names of the first tools of the group. */
  tools: z.array(z.string()),
  /** Number of tools that are not named. */
  more: z.number(),
  /** The app asked for this group, or for none in particular. */
  isAsked: z.boolean(),
});

/** The question that somebody answers before an app may call an endpoint for them. */
export const ConsentRequest = z.object({
  /** Names the request once, in this browser only. */
  handle: z.string(),
  slug: z.string(),
  /** Title of the server. */
  title: z.string(),
  app: z.object({
    /** As the app calls itself. */
    name: z.string(),
    /** The domain that its description was read from; null: nobody has verified its name. */
    domain: z.nullable(z.string()),
    /** Tells it from other apps of the same name. */
    client: z.string(),
    /** Host that the permission is sent to. */
    redirectHost: z.string(),
    /** That host is the user's own machine. */
    isLocal: z.boolean(),
  }),
  groups: z.array(ConsentGroup),
});
export type ConsentRequest = z.infer<typeof ConsentRequest>;

/** Body of `POST /api/oauth/consent`; without scopes the app is refused. */
export const ConsentDecision = z.strictObject({
  slug: z.string().check(z.maxLength(64)),
  handle: z.string().check(z.maxLength(512)),
  scopes: z.array(ToolScope).check(z.maxLength(ToolScope.options.length)),
});
export type ConsentDecision = z.infer<typeof ConsentDecision>;

/** The address that the browser goes on to: the app's own, with the answer. */
export const ConsentAnswer = z.object({ redirectTo: z.string() });
export type ConsentAnswer = z.infer<typeof ConsentAnswer>;
