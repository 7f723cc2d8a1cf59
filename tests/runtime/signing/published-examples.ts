import {
  BINANCE,
  CLOUDINARY,
  DUO,
  HAWK,
  KRAKEN,
  OAUTH_1,
  type PublishedExample,
} from './published-schemes.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Examples as the documents of the APIs print them. */
export const PUBLISHED: PublishedExample[] = [
  {
    source: 'https://developers.binance.com/docs/binance-spot-api-docs/rest-api/request-security',
    scheme: BINANCE,
    secrets: {
      KEY_ID: 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A',
      SECRET: 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j',
    },
    now: 1_499_827_319_559,
    request: {
      method: 'POST',
      url: 'https://api.binance.com/api/v3/order?symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000',
    },
    sent: {
      headers: {
        'X-MBX-APIKEY': 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A',
      },
      url: 'https://api.binance.com/api/v3/order?symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559&signature=c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71',
    },
  },
  {
    source: 'https://docs.kraken.com/api/docs/guides/spot-rest-auth',
    scheme: KRAKEN,
    secrets: {
      KEY_ID: 'the key',
      SECRET:
        'kQH5HW/8p1uGOVjbgWA7FunAmGO8lsSUXNsu3eow76sz84Q18fWxnyRzBHCd3pd5nE9qa99HAZtuZuj6F1huXg==',
    },
    now: 1_616_492_376_594,
    request: {
      method: 'POST',
      url: 'https://api.kraken.com/0/private/AddOrder',
      type: FORM,
      body: 'nonce=1616492376594&ordertype=limit&pair=XBTUSD&price=37500&type=buy&volume=1.25',
    },
    sent: {
      headers: {
        'API-Key': 'the key',
        'API-Sign':
          '4/dpxb3iT4tp/ZCVEwSnEsLxx0bqyhLpdfOpc6fn7OR8+UClSV5n9E6aSS8MPtnRfp32bAb0nmbRn6H8ndwLUQ==',
      },
    },
  },
  {
    source: 'https://cloudinary.com/documentation/authentication_signatures',
    scheme: CLOUDINARY,
    secrets: { KEY_ID: '1234', SECRET: 'abcd' },
    now: 1_315_060_510_000,
    request: {
      method: 'POST',
      url: 'https://api.cloudinary.com/v1_1/demo/image/upload',
      type: FORM,
      body: 'public_id=sample_image&eager=w_400%2Ch_300%2Cc_pad%7Cw_260%2Ch_200%2Cc_crop&file=https%3A%2F%2Fexample.com%2Fa.jpg',
    },
    sent: {
      body: 'public_id=sample_image&eager=w_400%2Ch_300%2Cc_pad%7Cw_260%2Ch_200%2Cc_crop&file=https%3A%2F%2Fexample.com%2Fa.jpg&timestamp=1315060510&signature=bfd09f95f331f558cbd1320e67aa8d488770583e&api_key=1234',
    },
  },
  {
    source: 'https://github.com/mozilla/hawk/blob/main/API.md (a request with a payload)',
    scheme: HAWK,
    secrets: { KEY_ID: 'dh37fgj492je', SECRET: 'werxhqb98rpaxn39848xrunpaw3489ruxnpa98w4rxn' },
    now: 1_353_832_234_000,
    nonce: 'j4h3g2',
    request: {
      method: 'POST',
      url: 'http://example.com:8000/resource/1?b=1&a=2',
      type: 'text/plain',
      body: 'Thank you for flying Hawk',
    },
    sent: {
      headers: {
        Authorization:
          'Hawk id="dh37fgj492je", ts="1353832234", nonce="j4h3g2", hash="Yi9LfIIFRtBEPt74PVmbTF/xVAwPn7ub15ePICfgnuY=", ext="some-app-ext-data", mac="aSe1DERmZuRl3pI36/9BdZmnErTw3sNzOOAUlfeKjVw="',
      },
    },
  },
  {
    source: 'https://duo.com/docs/adminapi (authentication, HMAC-SHA1)',
    scheme: DUO,
    secrets: {
      KEY_ID: 'DIWJ8X6AEYOR5OMC6TQ1',
      SECRET: 'Zh5eGmUq9zpfQnyUIu5OL9iWoMMv5ZNmk3zLJ4Ep',
    },
    now: '2012-08-21T17:29:18Z',
    request: {
      method: 'POST',
      url: 'https://api-xxxxxxxx.duosecurity.com/accounts/v1/account/list',
      type: FORM,
      body: 'username=root&realname=First+Last',
    },
    sent: {
      headers: {
        Authorization:
          'Basic RElXSjhYNkFFWU9SNU9NQzZUUTE6MmQ5N2Q2MTY2MzE5NzgxYjVhM2EwN2FmMzlkMzY2ZjQ5MTIzNGVkYw==',
      },
    },
  },
  {
    source:
      'https://developer.x.com/en/docs/authentication/oauth-1-0a/creating-a-signature (OAuth 1.0a)',
    scheme: OAUTH_1,
    secrets: {
      CONSUMER_KEY: 'xvz1evFS4wEEPTGEFPHBog',
      CONSUMER_SECRET: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
      TOKEN: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
      TOKEN_SECRET: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
    },
    now: 1_318_622_958_000,
    nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg',
    request: {
      method: 'POST',
      url: 'https://api.twitter.com/1.1/statuses/update.json?include_entities=true',
      type: FORM,
      body: 'status=Hello%20Ladies%20%2b%20Gentlemen%2c%20a%20signed%20OAuth%20request%21',
    },
    sent: {
      url: 'https://api.twitter.com/1.1/statuses/update.json?include_entities=true&oauth_consumer_key=xvz1evFS4wEEPTGEFPHBog&oauth_nonce=kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg&oauth_signature_method=HMAC-SHA1&oauth_timestamp=1318622958&oauth_token=370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb&oauth_version=1.0&oauth_signature=hCtSmYh%2BiHYCEqBWrE7C7hYmtUk%3D',
    },
  },
];
