import './frame.css';

export function Brand() {
  return (
    <span className="shell-brand">
      <svg width="30" height="30" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#13485a" />
        <path
          d="M9 23V9l14 14V9"
          fill="none"
          stroke="#4fc3b4"
          strokeWidth="3.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="23" cy="9" r="2.6" fill="#f0a35b" />
      </svg>
      <span className="shell-brand-name">Northbind</span>
    </span>
  );
}
