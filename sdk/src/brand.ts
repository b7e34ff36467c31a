type Class = abstract new (...args: never[]) => object;

/**
 * Lets `instanceof` recognise objects of the package's other build: a program may load the ES module and a library of
 * it the CommonJS one, and each has classes of its own. The mark is on the prototype, so subclasses have it, too. So is
 * the name, by text: a bundler may rename the class.
 */
export function brand(type: Class, name: string): void {
  Object.defineProperty(type.prototype, 'name', { value: name, configurable: true, writable: true });
  const brandSymbol = Symbol.for(`@northbind/sdk ${name}`);
  Object.defineProperty(type.prototype, brandSymbol, { value: true });
  Object.defineProperty(type, Symbol.hasInstance, {
    value(this: unknown, one: unknown): boolean {
      // A partner's own subclass inherits this function, but not the brand.
      if (this !== type) return Function.prototype[Symbol.hasInstance].call(this as () => void, one);
      return typeof one === 'object' && one !== null && brandSymbol in one;
    },
  });
}
