/** The innermost object that a wrapper of the pool wraps. */
const wrapped = new WeakMap<object, object>();

/** As the pool calls what its wrappers ask for; nothing else has it. */
const MARK = 'getUnknownPrototypeKey';

const isOfPool = (handler: ProxyHandler<object>) =>
  String(Reflect.get(handler, 'get')).includes(MARK);

/**
 * Keeps the test pool's wrappers flat. The pool wraps the prototype of its Worker and of its objects once more for
 * each request and each object, until looking through some thousand wrappers fills the stack of the isolate.
 */
function flattenWrappers(): void {
  globalThis.Proxy = new Proxy(Proxy, {
    construct(make, [target, handler]: [object, ProxyHandler<object>]) {
      if (!isOfPool(handler)) return new make(target, handler);
      const innermost = wrapped.get(target) ?? target;
      const wrapper = new make(innermost, handler);
      wrapped.set(wrapper, innermost);
      return wrapper;
    },
  });
}

flattenWrappers();
