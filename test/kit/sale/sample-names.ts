/** Names in every script in which people in Canada write theirs, by the font that has it. */
export const namesByFont = {
  'Noto Sans': [
    'Nguyễn Thị Ánh Tuyết',
    'Łukasz Žižka',
    'Ελένη Παπαδοπούλου',
    'Александр Їжакевич',
    'प्रिया शर्मा',
    'Skwxwú7mesh',
    'Tłı̨chǫ Yatıì',
    'k̓ʷusm',
    'Café™ ©',
  ],
  'Noto Sans Armenian': ['Արամ Խաչատրյան'],
  'Noto Sans Georgian': ['გიორგი ბერიძე'],
  'Noto Sans Hebrew': ['שרה כהן', 'שָׂרָה'],
  'Noto Sans Arabic': ['محمد بن سلمان', 'می\u200cخواهم', 'ٹھاکر علی', 'پلاک ۸'],
  'Noto Sans Bengali': ['নিতাই চট্টোপাধ্যায়'],
  'Noto Sans Gurmukhi': ['ਸਿੰਘ ਪ੍ਰੀਤ'],
  'Noto Sans Gujarati': ['પટેલ કૃષ્ણ'],
  'Noto Sans Tamil': ['தமிழ்செல்வி கௌரி'],
  'Noto Sans Telugu': ['శ్రీనివాస్'],
  'Noto Sans Kannada': ['ಕೃಷ್ಣ'],
  'Noto Sans Malayalam': ['ശ്രീദേവി'],
  'Noto Sans Sinhala': ['ශ්\u200dරී කුමාර'],
  'Noto Sans Thai': ['สมชาย น้ำผึ้ง'],
  'Noto Sans Lao': ['ສົມໄຊ'],
  'Noto Sans Khmer': ['សុខា ព្រះ'],
  'Noto Sans Myanmar': ['အောင်ဆန်းစုကြည်'],
  'Noto Sans Ethiopic': ['ኃይሌ ገብረ'],
  'Noto Sans Canadian Aboriginal': ['ᐊᓕᓯᓄᓇᕗᑦ'],
  'Noto Sans SC': ['王小明陳大文', '李小龍'],
  'Noto Sans JP': ['高橋さくら'],
  'Noto Sans KR': ['김민준'],
} as const;

/** One of each font, and more where a script is written in several ways. */
export const sampleNames: readonly string[] = Object.values(namesByFont).flat();
