import { expect, test } from 'vitest';

import { readSnippets } from '#app/extraction/snippets/read-snippets.ts';
import { readTypes } from '#app/extraction/snippets/read-types.ts';

/** `POST https://a.test/x (query:page integer, body:name)` for each endpoint. */
function shown(text: string): string[] {
  return readSnippets(text).endpoints.map(({ method, url, parameters }) => {
    const each = parameters.map((one) => `${one.in}:${one.name}${one.type ? ` ${one.type}` : ''}`);
    return `${method} ${url} (${each.join(', ')})`;
  });
}

function left(text: string): string {
  return readSnippets(text).rest.replace(/\s+/g, ' ').trim();
}

test.each<[what: string, text: string, endpoints: string[], rest: string]>([
  [
    'cURL within a sentence',
    'Please run `curl https://a.test/x?b=1` and make it a tool',
    ['GET https://a.test/x (query:b integer)'],
    'Please run and make it a tool',
  ],
  [
    'words behind a command',
    'curl https://a.test/x and name it foo',
    ['GET https://a.test/x ()'],
    'and name it foo',
  ],
  [
    'cURL of PowerShell',
    'curl.exe -X POST `\n  -H "Accept: */*" `\n  -d \'{"a":1}\' `\n  "https://a.test/x"\n\nthanks',
    ['POST https://a.test/x (body:a integer)'],
    'thanks',
  ],
  [
    'cURL of cmd.exe',
    'curl -X PUT "https://a.test/x" ^\n  -d "{\\"tags\\":[\\"b\\"]}"',
    ['PUT https://a.test/x (body:tags array)'],
    '',
  ],
  [
    'shell variables',
    'HOST=https://a.test/v1\ncurl "$HOST/rows/${ROW_ID}?kind=$KIND"',
    ['GET https://a.test/v1/rows/{row_id} (path:row_id, query:kind)'],
    '',
  ],
  [
    'HTTPie',
    'http PUT a.test/books/1 title=x pages:=3 draft==true X-Trace:abc',
    [
      'PUT https://a.test/books/{bookId} (path:bookId integer, query:draft boolean, header:X-Trace string, body:title string, body:pages integer)',
    ],
    '',
  ],
  [
    'wget',
    'wget --method=POST --body-data=\'{"a":true}\' https://a.test/x',
    ['POST https://a.test/x (body:a boolean)'],
    '',
  ],
  [
    'a captured request',
    'Seen:\n\nPOST /x HTTP/1.1\nHost: a.test\nContent-Length: 9\n\n{"n": 1.5}\n\nplease',
    ['POST https://a.test/x (body:n number)'],
    'Seen: please',
  ],
  [
    'a .http file',
    '@base = https://a.test\n\n### first\nGET {{base}}/x/{{xId}}\n\n### second\nDELETE {{base}}/y',
    ['GET https://a.test/x/{xId} (path:xId)', 'DELETE https://a.test/y ()'],
    '',
  ],
  [
    'fetch with constants',
    "const ROOT = 'https://a.test/api';\nfetch(ROOT + '/users/' + userId, { method: 'PATCH', body: JSON.stringify({ name, age: 3, }) })\n  .then((r) => r.json());",
    ['PATCH https://a.test/api/users/{userId} (path:userId, body:name, body:age integer)'],
    '',
  ],
  [
    'an instance of axios',
    "const api = axios.create({ baseURL: 'https://a.test' });\nexport async function list(page) {\n  return api.get('/rows', { params: { page, size: 20 } });\n}",
    ['GET https://a.test/rows (query:page, query:size integer)'],
    '',
  ],
  [
    'httpx with a context',
    'import httpx\n\nwith httpx.Client(base_url="https://a.test/v2") as client:\n    client.post("/rows/%s" % row_id, json={"n": 1})',
    ['POST https://a.test/v2/rows/{row_id} (path:row_id, body:n integer)'],
    '',
  ],
  [
    'Express below a prefix',
    "const users = Router();\nusers.get('/', list); // ?page=\nusers.post('/:id', save); // { on: boolean, note?: string }\napp.use('/users', users);",
    ['GET /users (query:page)', 'POST /users/{id} (path:id, body:on boolean, body:note string)'],
    '',
  ],
  [
    'a handler that takes its body apart',
    "app.post('/users', async (req, res) => {\n  const { name, email } = req.body;\n  res.json({});\n});",
    ['POST /users (body:name, body:email)'],
    '',
  ],
  [
    'routes of Go',
    'r.Route("/v1", func(r chi.Router) {\n  r.Get("/wells/{id}", getWell)\n})\nmux.HandleFunc("POST /items/{id}", addItem)',
    ['GET /v1/wells/{id} (path:id)', 'POST /items/{id} (path:id)'],
    '',
  ],
  [
    'FastAPI with a router and a model',
    'router = APIRouter(prefix="/rows")\n\nclass Row(BaseModel):\n    name: str = Field(max_length=9)\n    n: int | None = None\n\n@router.post("/{row_id}")\ndef save(row_id: int, row: Row, dry: bool = False, db: Session = Depends(db)):\n    return 1\n\napp.include_router(router, prefix="/api")',
    [
      'POST /api/rows/{row_id} (path:row_id integer, body:name string, body:n integer, query:dry boolean)',
    ],
    '',
  ],
  [
    'Flask',
    "@app.route('/books/<int:id>', methods=['GET', 'DELETE'])\ndef book(id):\n    return {}",
    ['GET /books/{id} (path:id integer)', 'DELETE /books/{id} (path:id integer)'],
    '',
  ],
  [
    'Spring',
    '@RestController\n@RequestMapping("/api/orders")\npublic class Orders {\n  @GetMapping("/{id}")\n  public Order get(@PathVariable Long id, @RequestParam(required = false) String view) { return null; }\n}',
    ['GET /api/orders/{id} (path:id integer, query:view string)'],
    '',
  ],
  [
    'NestJS',
    "@Controller('cats')\nexport class Cats {\n  @Get(':id')\n  find(@Param('id') id: string, @Query('page') page?: number) { return 1; }\n}",
    ['GET /cats/{id} (path:id string, query:page number)'],
    '',
  ],
  [
    'ASP.NET',
    '[Route("api/[controller]")]\npublic class BooksController : ControllerBase\n{\n  [HttpGet("{id:int}")]\n  public IActionResult Get(int id) => Ok();\n}',
    ['GET /api/books/{id} (path:id integer)'],
    '',
  ],
  [
    'comments of apiDoc',
    '/**\n * @api {get} /rows/:id One row\n * @apiQuery {Number} [page=2] which\n */',
    ['GET /rows/{id} (path:id, query:page number)'],
    '',
  ],
])('%s', (_what, text, endpoints, rest) => {
  expect(shown(text)).toEqual(endpoints);
  expect(left(text)).toBe(rest);
});

test.each<[what: string, text: string]>([
  ['a plain list', 'GET /a\nPOST /b (name, email)\nat https://a.test'],
  ['settings', 'API_URL=https://a.test\nAPI_KEY=abc\n\nGET /a'],
  ['an OpenAPI document', 'openapi: 3.1.0\npaths:\n  /a:\n    get: {}\n# curl https://a.test/a'],
  ['a method of something else', "const it = cache.get('/x');"],
  ['an arrow of prose', 'GET /queues -> everything'],
  ['a body alone', 'PUT https://a.test/x\n\nBody:\n{ "a": 1 }'],
])('%s is left to other readers', (_what, text) => {
  expect(readSnippets(text)).toEqual({ endpoints: [], rest: text });
});

test.each<[what: string, text: string, endpoints: string[]]>([
  [
    'Sinatra',
    "get '/shows' do ... end   # params[:genre]\npost '/shows/:id/requests' do ... end # song, listener",
    ['GET /shows (query:genre)', 'POST /shows/{id}/requests (path:id, body:song, body:listener)'],
  ],
  [
    'axum',
    'let app = Router::new()\n    .route("/lifts/:id", get(show).patch(update));',
    ['GET /lifts/{id} (path:id)', 'PATCH /lifts/{id} (path:id)'],
  ],
  [
    'Ktor',
    'route("/api") {\n  get("/posts") { /* ?tag */ }\n  route("/{slug}") {\n    delete { }\n  }\n}',
    ['GET /api/posts (query:tag)', 'DELETE /api/{slug} (path:slug)'],
  ],
  [
    'Django below a mount',
    'path("api/", include("api.urls"))\n\nurlpatterns = [\n  path("art/<int:pk>/loan/", views.loan), # POST {borrower, until}\n]',
    ['POST /api/art/{pk}/loan (path:pk integer, body:borrower, body:until)'],
  ],
  [
    'Rails',
    "namespace :api do\n  resources :shows, only: [:index, :show]\n  post 'login', to: 'sessions#create'\nend",
    ['GET /api/shows ()', 'GET /api/shows/{id} (path:id)', 'POST /api/login ()'],
  ],
  [
    'Laravel',
    "Route::prefix('v1')->group(function () {\n    Route::get('/games', [Games::class, 'index']);\n});",
    ['GET /v1/games ()'],
  ],
  [
    'Go',
    'req, _ := http.NewRequest("GET", base+"/x/"+id+"/y", nil)\nq := req.URL.Query()\nq.Set("from", from)',
    ['GET /x/{id}/y (path:id, query:from)'],
  ],
  [
    'Ruby',
    'uri = URI("https://a.test/x/#{id}")\nreq = Net::HTTP::Patch.new(uri)\nreq.body = { n: 3 }.to_json',
    ['PATCH https://a.test/x/{id} (path:id, body:n integer)'],
  ],
  [
    'Swift',
    'var r = URLRequest(url: URL(string: "https://a.test/x/\\(id)")!)\nr.httpMethod = "POST"\nr.httpBody = try JSONSerialization.data(withJSONObject: ["text": "hi"])',
    ['POST https://a.test/x/{id} (path:id, body:text string)'],
  ],
  [
    'C#',
    'var res = await client.PostAsJsonAsync($"https://a.test/x/{id}", new { guest = "Ada", nights = 2 });',
    ['POST https://a.test/x/{id} (path:id, body:guest string, body:nights integer)'],
  ],
])('code of %s is read', (_what, text, endpoints) => {
  expect(shown(text)).toEqual(endpoints);
});

test.each<[what: string, text: string, kind: string]>([
  [
    'PowerShell',
    'Invoke-RestMethod -Method Post -Uri "https://a.test/x" -Headers @{ "X-Rack-Token" = "s3cr3tvalue1" } -Body (@{ n = 4 } | ConvertTo-Json)',
    'apiKey',
  ],
  [
    'OkHttp',
    'val r = Request.Builder()\n    .url("https://a.test/x")\n    .header("X-Api-Key", "s3cr3tvalue1")\n    .build()',
    'apiKey',
  ],
  [
    'PHP',
    "$ch = curl_init('https://a.test/x');\ncurl_setopt($ch, CURLOPT_HTTPHEADER, ['X-Api-Key: s3cr3tvalue1']);",
    'apiKey',
  ],
  [
    'Guzzle',
    "$c = new GuzzleHttp\\Client(['base_uri' => 'https://a.test/', 'auth' => ['joe', 's3cr3tvalue1']]);\n$c->get('x');",
    'basic',
  ],
  [
    'Python',
    'req = urllib.request.Request("https://a.test/x", headers={"Authorization": "Bearer s3cr3tvalue1"})',
    'bearer',
  ],
])('of a credential in %s only the scheme is kept', (_what, text, kind) => {
  const { endpoints, rest } = readSnippets(text);
  expect(endpoints.map(({ auth }) => auth?.kind)).toEqual([kind]);
  expect(JSON.stringify({ endpoints, rest })).not.toContain('s3cr3tvalue1');
});

test('text that was read is replaced by spaces', () => {
  const text = 'first line\ncurl https://a.test/x\nlast line';
  const { rest } = readSnippets(text);
  expect(rest).toHaveLength(text.length);
  expect(rest.split('\n').map((line) => line.trim())).toEqual(['first line', '', 'last line']);
});

test('the authentication scheme is kept, its secret is not', () => {
  const text = [
    'curl -H "X-API-Key: s3cr3tvalue" https://a.test/a',
    'curl -u joe:s3cr3tvalue https://a.test/b',
    'curl -H "Authorization: Bearer s3cr3tvalue" https://a.test/c',
    'curl https://joe:s3cr3tvalue@a.test/d',
    'curl -H "cookie: sid=s3cr3tvalue" -H "user-agent: Mozilla/5.0" https://a.test/e',
    'curl "https://a.test/f?api_key=s3cr3tvalue"',
  ].join('\n');
  const { endpoints, rest } = readSnippets(text);
  expect(endpoints.map(({ auth }) => auth)).toEqual([
    { kind: 'apiKey', in: 'header', name: 'X-API-Key' },
    { kind: 'basic' },
    { kind: 'bearer' },
    { kind: 'basic' },
    undefined,
    { kind: 'apiKey', in: 'query', name: 'api_key' },
  ]);
  expect(JSON.stringify({ endpoints, rest })).not.toContain('s3cr3tvalue');
});

test('a file of a form is sent as multipart', () => {
  const [upload] = readSnippets('curl https://a.test/files -F doc=@a.pdf -F kind=x').endpoints;
  expect(upload?.body).toBe('multipart');
  expect(upload?.parameters).toEqual([
    { name: 'doc', in: 'body', type: 'string', format: 'binary' },
    { name: 'kind', in: 'body', type: 'string' },
  ]);
});

test('samples give no defaults and no required arguments', () => {
  const [endpoint] = readSnippets('curl "https://a.test/x?page=2" -d \'{"a": 1}\'').endpoints;
  for (const parameter of endpoint?.parameters ?? []) {
    expect(parameter.default).toBeUndefined();
    expect(parameter.required).toBeUndefined();
  }
});

test('names of handlers and models are aliases', () => {
  const names = (text: string) => readSnippets(text).endpoints.map(({ aliases }) => aliases);
  expect(names('[GIN-debug] GET /a --> main.listAll (3 handlers)')).toEqual([
    ['listAll', 'main.listAll'],
  ]);
  expect(names('{PATCH [/a/{id}]}: change(Long,StateDto)')).toEqual([['change', 'StateDto']]);
  expect(names(' a GET /a(.:format) things#index')).toEqual([['index', 'things#index', 'a']]);
  expect(names("def fetch_it(n):\n    requests.get('https://a.test/x')")).toEqual([['fetch_it']]);
});

test('route prints keep one method of a pair and none of HEAD', () => {
  expect(
    shown('GET|HEAD  api/a ...... a.index › A@index\nPUT|PATCH  api/a/{a} ... a.update › A@update'),
  ).toEqual(['GET /api/a ()', 'PUT /api/a/{a} (path:a)']);
  expect(shown('app/api/a/[slug]/route.ts   GET, POST  { stars: 1..5, note?: string }')).toEqual([
    'GET /api/a/{slug} (path:slug)',
    'POST /api/a/{slug} (path:slug, body:stars integer, body:note string)',
  ]);
});

test('a Postman collection is read with its folders and variables', () => {
  const collection = {
    info: { name: 'X' },
    variable: [{ key: 'baseUrl', value: 'https://a.test/v1' }],
    auth: { type: 'bearer' },
    item: [
      {
        name: 'Folder',
        item: [
          {
            name: 'One row',
            request: { method: 'GET', url: { raw: '{{baseUrl}}/rows/:rowId?full=true' } },
          },
          {
            name: 'Send',
            request: {
              method: 'POST',
              url: '{{baseUrl}}/send',
              body: {
                mode: 'formdata',
                formdata: [
                  { key: 'f', type: 'file' },
                  { key: 't', value: 'x', type: 'text' },
                ],
              },
            },
          },
        ],
      },
    ],
  };
  const text = `here:\n${JSON.stringify(collection, null, 2)}`;
  expect(shown(text)).toEqual([
    'GET https://a.test/v1/rows/{rowId} (path:rowId, query:full boolean)',
    'POST https://a.test/v1/send (body:f string, body:t string)',
  ]);
  expect(readSnippets(text).endpoints.map(({ title, auth }) => [title, auth?.kind])).toEqual([
    ['One row', 'bearer'],
    ['Send', 'bearer'],
  ]);
  expect(left(text)).toBe('here:');
});

test('API calls in a HAR are read once', () => {
  const entry = (url: string, mimeType: string) => ({
    request: { method: 'GET', url, headers: [] },
    response: { content: { mimeType } },
  });
  const log = {
    entries: [
      entry('https://a.test/x?p=1', 'application/json'),
      entry('https://a.test/x?p=2', 'application/json'),
      entry('https://a.test/a.png', 'image/png'),
    ],
  };
  expect(shown(JSON.stringify({ log }))).toEqual(['GET https://a.test/x (query:p integer)']);
});

test('types and samples are found without being consumed', () => {
  const text =
    'interface Lead {\n  a: string;\n  b?: number;\n  c: "x" | "y";\n  d?: string[];\n}\nand\n{ "n": 1.5, "list": ["a"], … }';
  const [type, sample] = readTypes(text);
  expect(type).toMatchObject({
    name: 'Lead',
    kind: 'type',
    parameters: [
      { name: 'a', type: 'string', required: true },
      { name: 'b', type: 'number', required: false },
      { name: 'c', enum: ['x', 'y'], required: true },
      { name: 'd', type: 'array', items: 'string', required: false },
    ],
  });
  expect(sample).toMatchObject({
    kind: 'sample',
    parameters: [
      { name: 'n', type: 'number' },
      { name: 'list', type: 'array', items: 'string' },
    ],
  });
  expect(text.slice(sample?.start, sample?.end)).toBe('{ "n": 1.5, "list": ["a"], … }');
  expect(readTypes('GET /x/{id} or {id:int}')).toEqual([]);
});
