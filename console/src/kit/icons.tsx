import type { ReactNode } from 'react';

/** Line icons on a grid of 24. They are decorative: text stands beside them. */
function icon(drawing: ReactNode) {
  return function Icon({ size = 20 }: { readonly size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {drawing}
      </svg>
    );
  };
}

export const TodayIcon = icon(<path d="M3 12h4l3-8 4 16 3-8h4" />);
export const SystemIcon = icon(<path d="M4 5h16v6H4zM4 13h16v6H4zM7.5 8h.01M7.5 16h.01M11 8h5m-5 8h5" />);
export const SalesIcon = icon(<path d="M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h5" />);
export const IntegrationIcon = icon(<path d="M9 7V3m6 4V3M6 7h12v5a6 6 0 0 1-12 0zM12 18v3" />);
export const SellerIcon = icon(
  <path d="M4 9l1.5-5h13L20 9M4 9v11h16V9M4 9a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0A2.7 2.7 0 0 0 20 9M10 20v-5h4v5" />,
);
export const DealerIcon = icon(
  <path d="M4 16v-4l2-5.5A2 2 0 0 1 8 5h8a2 2 0 0 1 2 1.5L20 12v4M3 12h18v5H3zM6 17v2.5M18 17v2.5M7 14.5h.01M17 14.5h.01" />,
);
export const LienHolderIcon = icon(<path d="M3 9.5L12 4l9 5.5zM5 10v8m4.5-8v8m5-8v8M19 10v8M3 20h18" />);
export const LicenceIcon = icon(
  <path d="M3 5h18v14H3zM6.5 15.5a3 3 0 0 1 6 0M9.5 11a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM15.5 9.5H18m-2.5 4H18" />,
);
export const VehicleIcon = icon(<path d="M3 5v14M6 5v14M10 5v14M13 5v9M17 5v14M21 5v14M13 17v2" />);
export const RateBookIcon = icon(<path d="M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11M9.5 8h5" />);
export const BooksIcon = icon(
  <path d="M4 5h6a2 2 0 0 1 2 2v13a2 2 0 0 0-2-2H4zM20 5h-6a2 2 0 0 0-2 2v13a2 2 0 0 1 2-2h6z" />,
);
export const TaxIcon = icon(<path d="M6 18L18 6M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zm8 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4z" />);
export const TextsIcon = icon(<path d="M4 5h16M4 10h16M4 15h9M15 19l5-5 2 2-5 5h-2z" />);
export const RescissionIcon = icon(<path d="M5 6h14v14H5zM5 10h14M9 3v5M15 3v5M14.5 15h-5M11.5 13l-2 2 2 2" />);
export const DisclosureIcon = icon(<path d="M6 3h9l4 4v14H6zM14 3v5h5M9 14.5l2.5 2.5 4-4.5" />);
export const WordingIcon = icon(<path d="M6 3h9l4 4v14H6zM14 3v5h5M9 12h7M9 15h7M9 18h4" />);
export const AccountsIcon = icon(
  <path d="M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.3a3.5 3.5 0 0 1 0 6.4M18.5 14.5A6.5 6.5 0 0 1 21.5 20" />,
);
export const ActsIcon = icon(<path d="M12 7v5l3 2M3.5 12a8.5 8.5 0 1 0 2.7-6.2L3.5 8.5M3.5 4v4.5H8" />);
export const SearchIcon = icon(<path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.3 15.3L20 20" />);
export const SunIcon = icon(
  <path d="M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5V4m0 16v1.5M4 12H2.5m19 0H20M5.3 5.3l1 1m11.4 11.4l1 1m0-13.4l-1 1M6.3 17.7l-1 1" />,
);
export const MoonIcon = icon(<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z" />);
export const ScreenIcon = icon(<path d="M3 5h18v11H3zM9 20h6M12 16v4" />);
export const PersonIcon = icon(<path d="M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0" />);
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />);
export const DownloadIcon = icon(<path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M4 19.5h16" />);
export const UploadIcon = icon(<path d="M12 15V4M7.5 8.5L12 4l4.5 4.5M4 19.5h16" />);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const CopyIcon = icon(<path d="M9 9h11v11H9zM5 15H4V4h11v1" />);
export const CheckIcon = icon(<path d="M5 12.5l4.5 4.5L19 7.5" />);
export const WarningIcon = icon(<path d="M12 4L2.5 20h19zM12 10v4.5m0 2.7v.1" />);
export const InfoIcon = icon(<path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5m0-9v.1" />);
export const DotsIcon = icon(<path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="3" />);
export const EyeIcon = icon(
  <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z" />,
);
export const EyeOffIcon = icon(
  <path d="M4 4l16 16M9.5 5.9A9.6 9.6 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-3 3.7M6.3 7.5A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9.5 9.5 0 0 0 4-.9M10 10a3 3 0 0 0 4.2 4.2" />,
);
export const KeyIcon = icon(<path d="M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm4-4h9v4m-4-4v3" />);

export const addButton = { leftSection: <PlusIcon size={16} /> };
