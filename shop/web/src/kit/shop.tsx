import { createContext, type ReactNode, use, useMemo } from 'react';
import type { SaleView, ShopFacts, Shown } from '../../../shop-api.ts';
import { get, post, ShopRefusal, untilAnswered } from './api.ts';

/** The sale that a page shows, and how it acts on it. */
interface Shop extends ShopState {
  readonly post: <T>(path: string, body?: object) => Promise<T>;
  /** Sends a request that can be repeated. */
  readonly postUntilAnswered: <T>(path: string, body: object, onWaiting: () => void) => Promise<T>;
  /** Is sent even while the page is being closed. The answer may not be received. */
  readonly postOnLeave: <T>(path: string, body: object) => Promise<T>;
}

const ShopContext = createContext<Shop | null>(null);

interface ShopState {
  readonly facts: ShopFacts;
  readonly sale: SaleView;
  readonly onSale: (sale: SaleView) => void;
}

interface ShopProviderProps extends ShopState {
  /** Called with the current sale when another window has changed it, so that nothing was done. */
  readonly onOvertaken: (sale: SaleView) => void;
  readonly children: ReactNode;
}

export function ShopProvider({ onOvertaken, children, ...state }: ShopProviderProps) {
  const { id, edition } = state.sale;
  const acts = useMemo((): Omit<Shop, keyof ShopState> => {
    const shown: Shown = { id, edition };
    const watched = async <T,>(answer: Promise<T>): Promise<T> => {
      try {
        return await answer;
      } catch (error) {
        if (error instanceof ShopRefusal && error.message === 'ChangedElsewhere') onOvertaken(await get('sale'));
        throw error;
      }
    };
    return {
      post: (path, body = {}) => watched(post(shown, path, body)),
      postUntilAnswered: (path, body, onWaiting) => watched(untilAnswered(() => post(shown, path, body), onWaiting)),
      postOnLeave: (path, body) => post(shown, path, body, { keepalive: true }),
    };
  }, [id, edition, onOvertaken]);
  return <ShopContext value={{ ...state, ...acts }}>{children}</ShopContext>;
}

export function useShop(): Shop {
  return use(ShopContext)!;
}
