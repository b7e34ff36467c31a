import { createContext, type ReactNode, use, useMemo } from 'react';
import type { SaleView, Shown } from '../../../shop-api.ts';
import { get, post, ShopRefusal, untilAnswered } from './api.ts';

/** How a page acts on the sale that it shows. */
interface Shop {
  readonly post: <T>(path: string, body?: object) => Promise<T>;
  /** For requests that can be repeated. */
  readonly postUntilAnswered: <T>(path: string, body: object, onWaiting: () => void) => Promise<T>;
  /** Is sent even while the page is being closed. The answer may not be received. */
  readonly postOnLeave: <T>(path: string, body: object) => Promise<T>;
}

const ShopContext = createContext<Shop | null>(null);

interface ShopProviderProps {
  readonly sale: SaleView;
  /** Called with the current sale when another window has changed it, so that nothing was done. */
  readonly onOvertaken: (sale: SaleView) => void;
  readonly children: ReactNode;
}

export function ShopProvider({ sale, onOvertaken, children }: ShopProviderProps) {
  const { id, edition } = sale;
  const shop = useMemo((): Shop => {
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
  return <ShopContext value={shop}>{children}</ShopContext>;
}

export function useShop(): Shop {
  const shop = use(ShopContext);
  if (shop === null) throw new Error('There is no shop outside of ShopProvider.');
  return shop;
}
