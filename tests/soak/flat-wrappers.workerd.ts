/** What each wrapper of the pool wraps, without the wrappers between. */
const wrapped = new WeakMap<object, object>();

/** As the pool calls what its wrappers ask for; nothing else has it. */
const MARK = 'getUnknownPrototypeKey';

/**
 * Keeps the test pool's wrappers flat. The pool wraps the prototype of its Worker and of its objects once more for
 * each request and each object, until looking through some thousand wrappers fills the stack of the isolate.
 */
function flattenWrappers(): void {
  globalThis.Proxy = new Proxy(Proxy, {
    construct(make, [target, handler]: [object, ProxyHandler<object>]) {
      if (!String(handler.get).includes(MARK)) return new make(target, handler);
      const innermost = wrapped.get(target) ?? target;
      const wrapper = new make(innermost, handler);
      wrapped.set(wrapper, innermost);
      return wrapper;
    },
  });
}

flattenWrappers();
