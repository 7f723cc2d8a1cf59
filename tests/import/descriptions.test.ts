import { expect, test } from 'vitest';

import { imported, onlyTool, openapi } from './imported.ts';

const RESPONSES = { 200: { description: 'OK' } };

async function toolOf(operation: object, method = 'get') {
  const { tool } = await onlyTool(openapi({ '/things/{id}': { [method]: operation } }));
  return tool;
}

test('summary is the title; summary and description say when to use the tool', async () => {
  expect(
    await toolOf({ summary: 'List things', description: 'Newest first.', responses: RESPONSES }),
  ).toMatchObject({
    title: 'List things',
    description: 'List things.\n\nNewest first.',
  });
  const repeated = await toolOf({
    summary: 'List things',
    description: 'List things, newest first.',
  });
  expect(repeated.description).toBe('List things, newest first.');
});

test.each([
  ['Get my profile.', 'Gets the profile of the person who signed in. Needs a token.'],
  ['Get a user', 'Returns the user with that id.'],
  ['List all pets', 'Lists pets, page by page.'],
])('a summary that the description says again is left out: “%s”', async (summary, description) => {
  const tool = await toolOf({ summary, description, responses: RESPONSES });
  expect(tool).toMatchObject({ title: summary, description });
});

test.each([
  ['Get my profile', 'Gets the account. The profile is part of it.'],
  ['Delete a user', 'Gets rid of the user.'],
  ['Verified users', 'Users who have confirmed.'],
])('a summary that says more than the description stays: “%s”', async (summary, description) => {
  const tool = await toolOf({ summary, description, responses: RESPONSES });
  expect(tool.description).toBe(`${summary}.\n\n${description}`);
});

test('the same warning at ten places is one, with their number', async () => {
  const header = { name: 'Accept', in: 'header', schema: { type: 'string' } };
  const operation = { responses: RESPONSES, parameters: [header], callbacks: {} };
  const names = Array.from({ length: 10 }, (_, n) => `/thing${n}`);
  const { warnings } = await imported(
    openapi(Object.fromEntries(names.map((name) => [name, { get: { ...operation, strange: 1 } }]))),
  );
  const strange = warnings.filter(({ message }) => message.startsWith('"strange"'));
  expect(strange).toEqual([
    {
      path: "$.paths['/thing0'].get.strange",
      message: expect.stringContaining('(10 places, this is the first.)'),
    },
  ]);
});

test('without a description, method, path and response are described', async () => {
  const responses = { 200: { description: 'The thing and its parts' } };
  expect(await toolOf({ operationId: 'getThingByID', responses })).toMatchObject({
    title: 'Get thing by ID',
    description: 'Get thing by ID. Reads /things/{id}. Answers: The thing and its parts.',
  });
  expect(await toolOf({ responses: RESPONSES }, 'delete')).toMatchObject({
    title: 'DELETE /things/{id}',
    description: 'Deletes /things/{id}.',
  });
});

test('HTML and entities of descriptions become plain text, placeholders stay', async () => {
  const { description } = await toolOf({
    description:
      '<p>Gets <b>one</b> &amp; only <code>thing</code><br>of &lt;id&gt; or <id>.</p><ul><li>a</li><li>b</li></ul>',
  });
  expect(description).toBe('Gets one & only thing\nof <id> or <id>.\n\n- a\n- b');
});

test('a long description is cut at a sentence, with a warning', async () => {
  const { tool, warnings } = await onlyTool(
    openapi({ '/a': { get: { description: 'This is one sentence of it. '.repeat(80) } } }),
  );
  expect(tool.description?.length).toBeLessThanOrEqual(1_024);
  expect(tool.description).toMatch(/sentence of it\. …$/);
  expect(warnings).toContainEqual({
    path: "$.paths['/a'].get.description",
    message: expect.stringMatching(/has 2239 characters; a tool carries the first 1024/),
  });
});

test('a deprecated operation is marked, also where models read', async () => {
  const tool = await toolOf({ summary: 'Old', deprecated: true, responses: RESPONSES });
  expect(tool.deprecated).toBe(true);
  expect(tool.description).toMatch(/^Deprecated: /);
});

test('annotations follow from the method, and from words of a destructive POST', async () => {
  const { blueprint } = await imported(
    openapi({
      '/a': { get: {}, head: {}, put: {}, patch: {}, delete: {}, post: {} },
      '/a/purge': { post: { operationId: 'purgeAll' } },
    }),
  );
  const hints = blueprint.tools.map(({ annotations }) => [
    annotations?.readOnlyHint,
    annotations?.destructiveHint,
    annotations?.idempotentHint,
    annotations?.openWorldHint,
  ]);
  expect(hints).toEqual([
    [true, false, true, true],
    [true, false, true, true],
    [false, true, true, true],
    [false, true, false, true],
    [false, true, true, true],
    [false, false, false, true],
    [false, true, false, true],
  ]);
});

test('hidden characters are made visible in every text, with a warning', async () => {
  const hidden = 'safe\u202Eevil\u200B\u{E0041}text';
  const shown = 'safe[U+202E]evil[U+200B][U+E0041]text';
  const { blueprint, warnings } = await imported(
    openapi(
      {
        [`/a/${hidden}`]: {
          get: {
            operationId: hidden,
            summary: hidden,
            description: hidden,
            parameters: [
              {
                name: hidden,
                in: 'query',
                description: hidden,
                schema: { type: 'string', title: hidden },
              },
            ],
            responses: {
              200: {
                content: {
                  'application/json': {
                    schema: { type: 'object', description: hidden, properties: { [hidden]: {} } },
                  },
                },
              },
            },
          },
        },
      },
      {
        info: { title: hidden, description: hidden, version: hidden },
        tags: [{ name: hidden, description: hidden }],
      },
    ),
  );
  const [tool] = blueprint.tools;
  expect(tool?.title).toBe(shown);
  expect(tool?.description).toContain(shown);
  expect(tool?.name).toMatch(/^[A-Za-z0-9_.-]+$/);
  expect(blueprint.identity).toMatchObject({ title: shown, description: shown });
  expect(blueprint.identity.instructions).toContain(shown);
  expect(tool?.outputSchema).toMatchObject({ description: shown });
  const paths = warnings.map(({ path }) => path);
  expect(paths).toContain('$.info.title');
  expect(warnings.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/hidden characters/),
  );
});

test('joiners that a script or an emoji needs are not hidden characters', async () => {
  const text = 'می‌خواهم क्‍ष 👩‍💻 ❤️ naïve';
  const tool = await toolOf({ summary: text });
  expect(tool.title).toBe(text);
});

test('text that looks like a template or code stays text', async () => {
  const nasty = '${process.env.HOME} `; throw 1 // */ </script> {{constructor}} \\u0027';
  const { blueprint } = await imported(
    openapi(
      {
        '/a': {
          get: {
            operationId: nasty,
            summary: nasty,
            description: nasty,
            responses: { 200: { description: nasty } },
          },
        },
      },
      { info: { title: nasty, description: nasty, version: nasty } },
    ),
  );
  expect(blueprint.tools[0]?.title).toBe(nasty);
  expect(blueprint.tools[0]?.description).toContain(nasty);
  expect(blueprint.identity.name).toMatch(/^[a-z0-9.-]+$/);
  expect(blueprint.identity.version).toMatch(/^\d+\.\d+\.\d+$/);
});

test('the identity comes from info, with a version that npm accepts', async () => {
  const identityOf = async (info: object, rest: object = {}) =>
    (await imported(openapi({ '/a': { get: {} } }, { info, ...rest }))).blueprint.identity;
  expect(
    await identityOf(
      { title: 'Swagger Petstore - OpenAPI 3.0', version: '1.0.5-beta.1', description: 'Pets.' },
      {
        externalDocs: { url: 'https://docs.test' },
        tags: [{ name: 'pet', description: 'All about pets' }],
      },
    ),
  ).toEqual({
    name: 'swagger-petstore-openapi-3.0',
    title: 'Swagger Petstore - OpenAPI 3.0',
    version: '1.0.5-beta.1',
    description: 'Pets.',
    instructions:
      'Tools that call Swagger Petstore - OpenAPI 3.0 (version 1.0.5-beta.1), one for each operation.\n\nPets.\n\nAreas:\n- pet: All about pets',
    websiteUrl: 'https://docs.test',
  });
  const versions = {
    v2: '2.0.0',
    '2023-05-01': '2023.5.1',
    '1.2': '1.2.0',
    latest: '1.0.0',
    '01.2.3': '1.2.3',
  };
  for (const [version, semver] of Object.entries(versions)) {
    expect((await identityOf({ title: 'A', version })).version).toBe(semver);
  }
  expect((await identityOf({ title: '宠物商店', version: '1' })).name).toMatch(/^api-[a-z0-9]{6}$/);
  expect((await identityOf({})).name).toBe('api');
});
