import * as z from 'zod';

import { newId, nowOf, type Account } from '../account.ts';
import { emit } from '../emit.ts';
import { requireObject } from '../find-object.ts';
import { paging, toPage } from '../list-page.ts';
import { changeMetadata, flag, metadata, readParameters, type Operation } from '../operation.ts';
import type { Product } from '../stripe-objects.ts';

const ProductParameters = z.strictObject({
  name: z.string(),
  id: z.string().optional(),
  description: z.string().optional(),
  active: flag.default(true),
  metadata: metadata.optional(),
});
const ProductChange = z.strictObject({
  name: z.string().optional(),
  description: z.string().optional(),
  active: flag.optional(),
  metadata: metadata.optional(),
});
const ProductQuery = z.strictObject({
  ...paging,
  active: flag.optional(),
  ids: z.array(z.string()).optional(),
});

/** Creating, reading, changing and listing products. */
export const productOperations: Operation[] = [
  {
    method: 'post',
    path: '/v1/products',
    run: ({ account, form }) => createProduct(account, readParameters(ProductParameters, form)),
  },
  {
    method: 'get',
    path: '/v1/products/{id}',
    run: ({ account, path }) => requireObject(account, 'products', path['id'] ?? ''),
  },
  {
    method: 'post',
    path: '/v1/products/{id}',
    run: ({ account, path, form }) => {
      const product = requireObject(account, 'products', path['id'] ?? '');
      const change = readParameters(ProductChange, form);
      product.name = change.name ?? product.name;
      product.description = change.description ?? product.description;
      product.active = change.active ?? product.active;
      product.metadata = changeMetadata(product.metadata, change.metadata);
      product.updated = nowOf(account);
      emit(account, 'product.updated', product);
      return product;
    },
  },
  {
    method: 'get',
    path: '/v1/products',
    run: ({ account, form }) => {
      const query = readParameters(ProductQuery, form);
      const found = Object.values(account.objects.products).filter(
        ({ id, active }) =>
          (query.active === undefined || active === query.active) &&
          (query.ids === undefined || query.ids.includes(id)),
      );
      return toPage(found, '/v1/products', query);
    },
  },
];

/** A new product. */
export function createProduct(
  account: Account,
  given: z.output<typeof ProductParameters>,
): Product {
  const created = nowOf(account);
  const product: Product = {
    id: given.id ?? newId('prod', 14),
    object: 'product',
    active: given.active,
    created,
    default_price: null,
    description: given.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: changeMetadata({}, given.metadata),
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: created,
    url: null,
  };
  account.objects.products[product.id] = product;
  emit(account, 'product.created', product);
  return product;
}
