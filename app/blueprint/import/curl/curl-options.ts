/** Short options and their long names; curl(1). `#`, `:`, `0` to `6` and others are switches. */
export const SHORT_OPTIONS = new Map(
  Object.entries({
    A: 'user-agent',
    b: 'cookie',
    c: 'cookie-jar',
    C: 'continue-at',
    d: 'data',
    D: 'dump-header',
    e: 'referer',
    E: 'cert',
    F: 'form',
    G: 'get',
    h: 'help',
    H: 'header',
    I: 'head',
    K: 'config',
    m: 'max-time',
    o: 'output',
    P: 'ftp-port',
    Q: 'quote',
    r: 'range',
    t: 'telnet-option',
    T: 'upload-file',
    u: 'user',
    U: 'proxy-user',
    w: 'write-out',
    x: 'proxy',
    X: 'request',
    y: 'speed-time',
    Y: 'speed-limit',
    z: 'time-cond',
  }),
);

/** Options whose value does not concern the request; curl(1) of version 8. */
export const PASSED_OVER: ReadonlySet<string> = new Set(
  `abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout
  connect-to continue-at cookie-jar create-file-mode crlfile curves delegation dns-interface
  dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare
  etag-save expect100-timeout ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode
  happy-eyeballs-timeout-ms haproxy-clientip help hostpubmd5 hostpubsha256 hsts http-header interface
  ip-tos ipfs-gateway keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port
  login-options mail-auth mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy output
  output-dir parallel-max pass pinnedpubkey preproxy proto proto-default proto-redir proxy
  proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header
  proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers
  proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file range
  rate referer request-target resolve retry retry-delay retry-max-time sasl-authzid service-name
  sigalgs socks4 socks4a socks5 socks5-gssapi-service socks5-hostname speed-limit speed-time
  stderr telnet-option tftp-blksize time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser
  trace trace-ascii trace-config unix-socket user-agent variable vlan-priority write-out`.split(
    /\s+/,
  ),
);

/** Common switches, which cause no warning. */
export const KNOWN_SWITCHES: ReadonlySet<string> = new Set(
  `anyauth basic compressed digest fail fail-early fail-with-body globoff http0.9 http1.0 http1.1
  http2 http2-prior-knowledge http3 include insecure ipv4 ipv6 location location-trusted negotiate
  no-buffer no-progress-meter no-keepalive ntlm path-as-is progress-bar raw remote-name remote-time
  show-error silent ssl ssl-no-revoke sslv3 styled-output tcp-nodelay tlsv1 tlsv1.0 tlsv1.1
  tlsv1.2 tlsv1.3 tr-encoding verbose version show-headers disable create-dirs junk-session-cookies
  post301 post302 post303 proxy-insecure remote-header-name remove-on-error retry-all-errors
  retry-connrefused suppress-connect-headers parallel parallel-immediate netrc netrc-optional
  ssl-reqd append list-only manual no-alpn no-sessionid use-ascii xattr`.split(/\s+/),
);
