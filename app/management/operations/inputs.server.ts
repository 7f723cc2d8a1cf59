import * as z from 'zod';

import { SECRET_ENVIRONMENTS } from '#app/projects/secrets/project-secret-owner.ts';

const MAX_NUMBER = 999_999_999;
/** Longer than any slug and any name of a secret. */
const MAX_NAME_LENGTH = 200;

/** Version numbers as an address has them. */
const VersionNumber = z.coerce.number<string>().int().min(1).max(MAX_NUMBER);

/** A project in an address. */
export const InProject = z.object({ projectId: z.string().max(MAX_NAME_LENGTH) });

/** A version of a project in an address. */
export const OfVersion = InProject.extend({ number: VersionNumber });

/** The secrets of a project in an address, and one of them. */
export const OfEnvironment = InProject.extend({ environment: z.enum(SECRET_ENVIRONMENTS) });
export const OfSecret = OfEnvironment.extend({ name: z.string().max(MAX_NAME_LENGTH) });

export const VersionPageQuery = z.object({ before: VersionNumber.optional() });
export const CompareQuery = z.object({ from: VersionNumber });
export const DeleteQuery = z.object({ confirm: z.string().max(MAX_NAME_LENGTH).optional() });
