import { describe, expect, test } from 'vitest';

import { lexiconFor } from '#app/extraction/vocabulary/lexicon.ts';

/** Messages as developers write them, short ones and typed without accents among them. */
const samples: Record<string, string[]> = {
  de: [
    'Hallo, ich brauche einen MCP-Server für unser Archiv: https://archiv.example.com/api',
    'Bitte seite standardmäßig auf 1 setzen, und art ist auch ein Pflichtfeld.',
    'lösche das zweite Tool',
    'loesche alle Werkzeuge ausser der Suche',
    'GET /akten – Felder: menge (ganze Zahl, Pflicht), höchstens 40 Zeichen',
    'benenne find_file in search_file um',
    'der Schlüssel kommt in den Header X-Key',
    'nein, das andere! mach das rückgängig',
    'welche Tools können Daten löschen?',
  ],
  fr: [
    'Bonjour, peux-tu créer un serveur MCP pour https://musee.example.org/api ?',
    'Ajoute une authentification par jeton Bearer.',
    "supprime l'outil qui efface les oeuvres",
    'le champ titre est obligatoire et la page vaut 1 par défaut',
    'renomme find_work en search_work',
    'quels outils modifient les données ?',
    'POST /salles avec nom (chaîne, obligatoire) et places (entier, entre 1 et 90)',
    'annule ça, stp',
  ],
  es: [
    'Necesito herramientas para la API de riego https://agua.example.net/api:',
    'Elimina la herramienta que borra las zonas, por favor.',
    'el límite es 100 como máximo y 20 por defecto',
    'pon el parámetro zona como obligatorio',
    'renombra find_zone a search_zone, gracias',
    'la clave va en la cabecera X-Key',
    'cuántas herramientas hay?',
    'añade POST /zonas con nombre (cadena, obligatorio) y metros (entero)',
  ],
  pt: [
    'Oi! Cria um servidor pra API de entregas: https://frota.example.com/v1.',
    'A chave vai no cabeçalho X-Key.',
    'remova a ferramenta que apaga as rotas',
    'o limite é no máximo 100 e o padrão é 20',
    'renomeie find_route para search_route',
    'quais ferramentas alteram dados?',
    'não, a outra! desfaz isso',
    'POST /rotas com nome (texto, obrigatório) e peso (número)',
  ],
  it: [
    'Ciao, vorrei un server MCP per https://mare.example.org/api',
    'aggiungi un token bearer, grazie',
    'togli lo strumento che cancella i porti',
    'il campo nome è obbligatorio e la pagina è 1 di default',
    'rinomina find_port in search_port',
    'quali strumenti modificano i dati?',
    'POST /porti con nome (stringa, obbligatorio) e posti (intero, tra 1 e 90)',
    'no, quello della ricerca: annulla',
  ],
  nl: [
    'Hallo, ik wil graag een MCP-server voor https://haven.example.org/api',
    'voeg een bearer-token toe',
    'verwijder de tool die schepen wist',
    'de naam is verplicht en de pagina is standaard 1',
    'hernoem find_ship naar search_ship',
    'welke tools wijzigen gegevens?',
    'POST /schepen met naam (tekst, verplicht) en lengte (geheel getal, hoogstens 400)',
    'nee, maak dat ongedaan',
  ],
  ja: [
    '以下の API の MCP サーバーを作ってください。',
    'page のデフォルトは 1 にしてください',
    '二番目のツールを削除して',
    'POST /loans  貸出（isbn と memberId は必須）',
    '認証は Bearer トークンです。最大値は 100 以下。',
    'GET /books 検索 keyword（文字列、任意）page（整数、最大 100）',
    '目的別の一覧を追加して、申請番号は必須',
  ],
  zh: [
    '帮我做一个 MCP 服务器，接口地址是 https://tide.example.com/v1',
    'GET /ports  查询港口，查询参数 days 可选，默认 3，最大 15',
    '把第二个工具删除',
    'threshold（数字），name（字符串，必填）',
    '请添加 Bearer 认证',
    '有哪些工具会修改数据？',
    '撤销刚才的修改，应该是另一个',
    '請幫我做一個 MCP 伺服器，參數 name 必填',
  ],
  en: [
    'Base URL: https://news.example.com/api\n\nGET /articles?topic=&limit=\nGET /articles/{id}',
    'hi pls make a servr for https://pasta.example.com/v2 , get /menu n post /orders w items n adress thx',
    'no, the other one! trams have no maximum',
    'limit should default to 20 and be at most 100',
    'on second thoughts without the delete',
    'https://los.example.org/api has GET /die and GET /das/{der}',
    'x, y and z are integers; name is a string, required',
    'from our code: const host = "https://buoys.example.com" // fetchBuoy calls GET /v1/buoys/%s',
    'GET /users/{id}\nDELETE /users/{id}',
    'What arguments does search_recipes take?',
  ],
};

describe('the lexicon of a text', () => {
  for (const [language, texts] of Object.entries(samples))
    for (const text of texts)
      test(`${language}: ${text.slice(0, 60)}`, () => {
        const expected = language === 'en' ? ['en'] : ['en', language];
        expect(lexiconFor(text).languages).toEqual(expected);
      });
});

test('words are recognised without their accents', () => {
  const lx = lexiconFor('loesche das Feld, es ist standardmaessig leer und nicht gross');
  expect(lx.has('remove', 'loesche')).toBe(true);
  expect(lx.has('default', 'standardmaessig')).toBe(true);
  expect(lexiconFor('le champ est obligatoire par defaut').has('default', 'par defaut')).toBe(true);
  expect(lexiconFor('o campo não é obrigatorio').has('required', 'obrigatorio')).toBe(true);
});

test.each([
  ['Die Seite ist höchstens 40', 'atMost', 40],
  ['le nombre est au plus 40, merci pour les outils', 'atMost', 40],
  ['como máximo 40 herramientas', 'atMost', 40],
  ['são no máximo 40 itens', 'atMost', 40],
  ['sono al massimo 40 elementi', 'atMost', 40],
  ['het zijn hoogstens 40 velden', 'atMost', 40],
  ['デフォルトは最大 40 です', 'atMost', 40],
  ['默认最大 40 个', 'atMost', 40],
  ['es sind mindestens 40 und nicht mehr', 'atLeast', 40],
  ['au moins 40 pour les outils', 'atLeast', 40],
  ['hay al menos 40', 'atLeast', 40],
  ['são pelo menos 40', 'atLeast', 40],
  ['sono almeno 40', 'atLeast', 40],
  ['het zijn minstens 40', 'atLeast', 40],
  ['最低 40 からです', 'atLeast', 40],
  ['至少 40 个', 'atLeast', 40],
] as const)('a number after its bound: %s', (text, sense, value) => {
  const match = lexiconFor(text).rx(`<${sense}>\\s*(\\d+)`).exec(text);
  expect(Number(match?.[1])).toBe(value);
});

test('a word that means the opposite is not both required and optional in full', () => {
  const cases = [
    'das Feld ist nicht verpflichtend',
    'le champ est non obligatoire pour les outils',
    'el campo no es obligatorio, gracias',
    'o campo não é obrigatório',
    'il campo è non obbligatorio',
    'het veld is niet verplicht',
    'この項目は必須ではない',
    '这个字段不是必填',
  ];
  for (const text of cases) expect(lexiconFor(text).has('optional', text), text).toBe(true);
});
