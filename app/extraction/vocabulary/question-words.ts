/**
 * Topics of questions about a draft, in all languages at once: only questions are searched for them. Whole
 * words, in lower case; `*` at the end stands for any ending.
 */
// oxfmt-ignore
export const QUESTION_WORDS = {
  count: ['how many', 'number of', 'count', 'wie viele', 'wieviele', 'anzahl', 'combien', 'cuántas', 'cuantas', 'cuántos', 'cuantos', 'quantas', 'quantos', 'quanti', 'quante', 'hoeveel', 'いくつ', '何個', '多少', '几个', '幾個'],
  stored: ['store*', 'storing', 'save*', 'saving', 'keep*', 'kept', 'leak*', 'exposed', 'visible', 'generated', 'see', 'logged', 'remember*', 'safe', 'contain*', 'hardcode*', 'hard-code*', 'in the server', 'in the blueprint', 'in the code', 'in the download', 'gespeichert', 'speicher*', 'enregistr*', 'stock*', 'guarda*', 'guardó', 'almacen*', 'salvou', 'salvat*', 'salvato', 'opgeslagen', 'bewaar*', '保存', '存储', '儲存'],
  credential: ['token*', 'key', 'keys', 'api key*', 'secret*', 'password*', 'credential*', 'passwort', 'schlüssel', 'zugangsdaten', 'jeton*', 'clé', 'clés', 'mot de passe', 'clave*', 'contraseña*', 'credencial*', 'chave*', 'senha*', 'chiave', 'chiavi', 'credenzial*', 'sleutel*', 'wachtwoord*', 'トークン', 'キー', 'パスワード', '密钥', '令牌', '密码', '金鑰'],
  where: ['where', 'which address', 'what address', 'wo', 'wohin', 'où', 'dónde', 'adónde', 'donde', 'onde', 'dove', 'waar', 'waarheen', 'どこ', '哪里', '哪裡', '哪儿'],
  address: ['address*', 'base url', 'base address', 'url', 'host', 'domain', 'adresse*', 'basisadresse', 'dirección', 'direccion', 'endereço*', 'indirizz*', 'adres', 'アドレス', 'ベース', '地址', '网址', '網址'],
  send: ['sent', 'send', 'sends', 'calls go', 'call go', 'requests go', 'go to', 'calls sent', 'point to', 'points to', 'pointing', 'gesendet', 'geschickt', 'gehen', 'envoyé*', 'envoie*', 'vont', 'enví*', 'envia*', 'van', 'vão', 'inviat*', 'vanno', 'gaan', 'verstuurd', '送', '发送', '发到'],
  signIn: ['sign in', 'signs in', 'signed in', 'auth', 'authenticat*', 'authoriz*', 'authoris*', 'log in', 'logs in', 'login', 'credential*', 'angemeldet', 'anmeld*', 'authentifizier*', 'authentifi*', 's\'authentifie', 'autentic*', 'autoriza*', 'autenticaz*', 'inlog*', 'aanmeld*', 'authenticatie', '認証', 'ログイン', '认证', '鉴权', '登录', '登入'],
  apiAuth: ['authenticate', 'authentication', 'auth', 'authentifizieren wir', 'authentifie', 'autenticamos', 'autentichiamo', '認証', '认证', '鉴权'],
  about: ['what does', 'what is', 'what\'s', 'what did', 'what are', 'what do', 'describe', 'explain', 'show me', 'tell me about', 'what have', 'remind me', 'was macht', 'was tut', 'was ist', 'erklär*', 'beschreib*', 'zeig*', 'que fait', 'c\'est quoi', 'explique*', 'montre*', 'qué hace', 'que hace', 'qué es', 'explica*', 'muestra*', 'o que faz', 'o que é', 'mostra*', 'cosa fa', 'che cosa fa', 'cos\'è', 'spiega*', 'wat doet', 'wat is', 'leg uit', '何を', '何です', 'とは', '做什么', '是什么', '什么用'],
  exists: ['is there', 'are there', 'do i have', 'do we have', 'have i', 'have we', 'already', 'exist*', 'any tool', 'does any', 'gibt es', 'gibts', 'habe ich', 'hab ich', 'haben wir', 'schon', 'bereits', 'y a-t-il', 'existe*', 'déjà', 'hay', 'tengo', 'ya', 'tem', 'tenho', 'já', 'c\'è', 'esiste', 'già', 'is er', 'bestaat', 'heb ik', 'al', 'ありますか', 'ある', '有没有', '是否有', '已经有', '有沒有'],
  without: ['needed', 'missing', 'given', 'left out', 'leave out', 'omit*', 'skip*', 'must', 'have to', 'weglassen', 'weggelassen', 'muss', 'müssen', 'omettre', 'omis*', 'doit', 'omitir*', 'debe', 'deve*', 'omettere', 'weglaten', '省略'],
  serverName: ['server called', 'name of the server', 'server\'s name', 'server name', 'name of my server', 'server named', 'heißt der server', 'name des servers', 's\'appelle le serveur', 'nom du serveur', 'se llama el servidor', 'nombre del servidor', 'nome do servidor', 'nome del server', 'heet de server', 'naam van de server', 'サーバー名', 'サーバーの名前', '服务器名', '服务器叫', '服务器的名'],
  bounds: ['limit', 'limits', 'bounds', 'ranges', 'defaults', 'default value*', 'grenzen', 'limites', 'límites', 'limiti', 'limieten', 'standardwerte', '上限', '制限', '限制', '默认值'],
  resources: ['resource*', 'ressource*', 'recurso*', 'risors*', 'bronnen', 'リソース', '资源', '資源'],
  prompts: ['prompt', 'prompts', 'プロンプト', '提示词', '提示詞'],
  model: ['which model', 'what model', 'are you an ai', 'are you a bot', 'are you claude', 'are you gpt', 'are you chatgpt', 'who are you', 'what are you', 'which llm', 'what llm', 'welches modell', 'wer bist du', 'quel modèle', 'qui es-tu', 'qué modelo', 'quién eres', 'qual modelo', 'quem é você', 'quale modello', 'chi sei', 'welk model', 'wie ben je', 'どのモデル', 'あなたは誰', '什么模型', '哪个模型', '你是谁'],
  howTo: ['how do i', 'how do we', 'how can i', 'how can we', 'how to', 'where do i', 'where do we', 'where can i', 'can i', 'can we', 'could i', 'should i', 'should we', 'why', 'did you change', 'did you do', 'have you changed', 'happened', 'wie kann ich', 'wie mache ich', 'wo kann ich', 'kann ich', 'warum', 'wieso', 'comment puis-je', 'comment faire', 'puis-je', 'pourquoi', 'cómo puedo', 'puedo', 'por qué', 'como posso', 'posso', 'por que', 'come posso', 'perché', 'hoe kan ik', 'kan ik', 'waarom', 'どうやって', 'なぜ', '怎么', '如何', '为什么'],
  copula: ['is', 'are', 'does', 'do', 'did', 'has', 'have', 'was', 'were', 'will', 'ist', 'sind', 'hat', 'hast', 'habe', 'muss', 'est', 'sont', 'es', 'está', 'son', 'é', 'são', 'è', 'sono', 'zijn', 'heeft'],
  uses: ['use', 'uses', 'used', 'benutz*', 'verwende*', 'utilise*', 'usan', 'usa', 'usam', 'usano', 'gebruik*', '使う', '使用'],
  overview: ['so far', 'overview', 'what have we got', 'what do we have', 'what have i got', 'what do i have', 'übersicht', 'überblick', 'bisher', 'aperçu', 'resumen', 'hasta ahora', 'até agora', 'panoramica', 'finora', 'overzicht', 'tot nu toe', '概要', '目前', '到目前'],
  suggest: ['what about', 'how about', 'why not', 'wie wäre es', 'wie wärs', 'pourquoi pas', 'qué tal', 'que tal', 'e se', 'perché non', 'waarom niet'],
} satisfies Record<string, string[]>;

export type QuestionTopic = keyof typeof QUESTION_WORDS;

/** Stop words, which say nothing about a question's topic. */
// oxfmt-ignore
export const SMALL_WORDS: readonly string[] = ['a', 'an', 'the', 'is', 'are', 'be', 'do', 'does', 'did', 'i', 'you', 'we', 'my', 'your', 'our', 'it', 'its', 'this', 'that', 'of', 'to', 'in', 'on', 'at', 'for', 'and', 'or', 'can', 'could', 'would', 'should', 'how', 'what', 'which', 'where', 'when', 'why', 'who', 'will', 'there', 'with', 'from', 'please', 'me', 'tell', 'show', 'explain', 'so', 'ok', 'hi', 'hello', 'if', 'have', 'has', 'get', 'one', 'some', 'any', 'actually', 'just', 'now'];
