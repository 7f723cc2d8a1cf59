/** Sucrase's parser, which its package does not type at the addresses that Node can load. */
declare module 'sucrase/dist/parser/index.js' {
  export * from 'sucrase/dist/types/parser/index';
}
declare module 'sucrase/dist/parser/tokenizer/index.js' {
  export * from 'sucrase/dist/types/parser/tokenizer/index';
}
declare module 'sucrase/dist/parser/tokenizer/keywords.js' {
  export * from 'sucrase/dist/types/parser/tokenizer/keywords';
}
declare module 'sucrase/dist/parser/tokenizer/types.js' {
  export * from 'sucrase/dist/types/parser/tokenizer/types';
}
