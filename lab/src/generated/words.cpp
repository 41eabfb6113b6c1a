#include "generated/words.hpp"

#include <fmt/format.h>

#include "generated/spread.hpp"
#include "tagtrail/random.hpp"

namespace tagtrail::host::generated {
namespace {

constexpr Words kEnglish{
    "en",
    {"Employment", "Wages & salaries", "Population", "School enrolment", "Consumer prices",
     "Foreign trade", "Health spending", "Housing", "Births and deaths", "Energy use",
     "\"Green\" economy", "Transport"},
    {"employment", "wages", "population", "enrolment", "prices", "trade", "health", "housing",
     "births-deaths", "energy", "green-economy", "transport"},
    {"by region", "by age and sex", "by sector", "by income group", "quarterly series",
     "monthly indicators", "survey results", "international comparison"},
    {"by-region", "by-age-sex", "by-sector", "by-income", "quarterly", "monthly", "survey",
     "international"},
    {"the",      "of",     "in",        "and",      "survey",  "households", "increased", "period",
     "national", "were",   "estimates", "compared", "to",      "year",       "results",   "share",
     "rate",     "report", "public",    "persons",  "revised", "series",     "for",       "data"},
    "Home",
    "Statistics",
    "News",
    "About us",
    "Contact",
    "Methods",
    "Calendar",
    "Downloads",
    "Download",
    "Documents",
    "Table",
    "Related pages",
    "Next page",
    "Previous page",
    "Previous article",
    "Other languages",
    "No files are available for this release.",
    "Read more",
    "This page can't be shown"};

constexpr Words kFrench{
    "fr",
    {"Emploi", "Salaires & revenus", "Population", "Scolarité", "Prix à la consommation",
     "Commerce extérieur", "Dépenses de santé", "Logement", "Naissances et décès", "Énergie",
     "Économie « verte »", "Transports"},
    {"emploi", "salaires", "population", "scolarite", "prix", "commerce", "sante", "logement",
     "naissances-deces", "energie", "economie-verte", "transports"},
    {"par région", "par âge et sexe", "par secteur", "par niveau de vie", "séries trimestrielles",
     "indicateurs mensuels", "résultats d'enquête", "comparaison internationale"},
    {"par-region", "par-age-sexe", "par-secteur", "par-revenu", "trimestriel", "mensuel", "enquete",
     "international"},
    {"le",       "de",        "dans",      "et",      "enquête",     "ménages",
     "augmenté", "période",   "national",  "étaient", "estimations", "comparé",
     "à",        "année",     "résultats", "part",    "taux",        "rapport",
     "public",   "personnes", "révisé",    "série",   "pour",        "données"},
    "Accueil",
    "Statistiques",
    "Actualités",
    "À propos",
    "Contact",
    "Méthodes",
    "Agenda",
    "Téléchargements",
    "Télécharger",
    "Documents",
    "Tableau",
    "Pages liées",
    "Page suivante",
    "Page précédente",
    "Article précédent",
    "Autres langues",
    "Aucun fichier n'est disponible pour cette édition.",
    "Lire la suite",
    "Cette page ne peut être affichée"};

constexpr Words kSpanish{
    "es",
    {"Empleo", "Salarios", "Población", "Matrícula escolar", "Precios al consumidor",
     "Comercio exterior", "Gasto en salud", "Vivienda", "Nacimientos y defunciones", "Energía",
     "Economía verde", "Transporte"},
    {"empleo", "salarios", "poblacion", "matricula", "precios", "comercio", "salud", "vivienda",
     "nacimientos", "energia", "economia-verde", "transporte"},
    {"por región", "por edad y sexo", "por sector", "por ingresos", "series trimestrales",
     "indicadores mensuales", "resultados de encuesta", "comparación internacional"},
    {"por-region", "por-edad-sexo", "por-sector", "por-ingresos", "trimestral", "mensual",
     "encuesta", "internacional"},
    {"el",      "de",       "en",         "y",     "encuesta",     "hogares",
     "aumentó", "período",  "nacional",   "eran",  "estimaciones", "comparado",
     "a",       "año",      "resultados", "parte", "tasa",         "informe",
     "público", "personas", "revisado",   "serie", "para",         "datos"},
    "Inicio",
    "Estadísticas",
    "Noticias",
    "Acerca de",
    "Contacto",
    "Métodos",
    "Calendario",
    "Descargas",
    "Descargar",
    "Documentos",
    "Cuadro",
    "Páginas relacionadas",
    "Página siguiente",
    "Página anterior",
    "Artículo anterior",
    "Otros idiomas",
    "No hay archivos disponibles para esta edición.",
    "Leer más",
    "No se puede mostrar esta página"};

constexpr Words kArabic{
    "ar",
    {"العمالة", "الأجور", "السكان", "التعليم", "الأسعار", "التجارة الخارجية", "الصحة", "الإسكان",
     "المواليد والوفيات", "الطاقة", "الاقتصاد الأخضر", "النقل"},
    {"employment", "wages", "population", "enrolment", "prices", "trade", "health", "housing",
     "births-deaths", "energy", "green-economy", "transport"},
    {"حسب المنطقة", "حسب العمر والجنس", "حسب القطاع", "حسب الدخل", "سلسلة فصلية", "مؤشرات شهرية",
     "نتائج المسح", "مقارنة دولية"},
    {"by-region", "by-age-sex", "by-sector", "by-income", "quarterly", "monthly", "survey",
     "international"},
    {"في",     "من",    "على",     "و",      "المسح", "الأسر", "ارتفع", "الفترة",
     "الوطني", "كانت",  "تقديرات", "مقارنة", "إلى",   "سنة",   "نتائج", "نسبة",
     "معدل",   "تقرير", "عام",     "أشخاص",  "منقح",  "سلسلة", "عن",    "بيانات"},
    "الرئيسية",
    "الإحصاءات",
    "الأخبار",
    "من نحن",
    "اتصل بنا",
    "المنهجية",
    "التقويم",
    "التنزيلات",
    "تنزيل",
    "الوثائق",
    "جدول",
    "صفحات ذات صلة",
    "الصفحة التالية",
    "الصفحة السابقة",
    "المقال السابق",
    "لغات أخرى",
    "لا توجد ملفات لهذا الإصدار.",
    "اقرأ المزيد",
    "لا يمكن عرض هذه الصفحة"};

constexpr Words kJapanese{
    "ja",
    {"雇用", "賃金", "人口", "就学", "消費者物価", "貿易", "医療費", "住宅", "出生と死亡",
     "エネルギー", "環境経済", "運輸"},
    {"koyo", "chingin", "jinko", "shugaku", "bukka", "boeki", "iryo", "jutaku", "shussei", "energy",
     "kankyo", "unyu"},
    {"地域別", "年齢・男女別", "産業別", "所得階級別", "四半期", "月次指標", "調査結果",
     "国際比較"},
    {"chiiki", "nenrei", "sangyo", "shotoku", "shihanki", "getsuji", "chosa", "kokusai"},
    {"調査", "世帯", "増加", "期間", "全国", "推計", "比較", "年",
     "結果", "割合", "率",   "報告", "公共", "人",   "改定", "系列",
     "統計", "資料", "地方", "情報", "通信", "行政", "概要", "公表"},
    "ホーム",
    "統計",
    "お知らせ",
    "概要",
    "お問い合わせ",
    "調査方法",
    "カレンダー",
    "ダウンロード",
    "ダウンロード",
    "資料",
    "表",
    "関連ページ",
    "次のページ",
    "前のページ",
    "前の記事",
    "他の言語",
    "この回のファイルはありません。",
    "続きを読む",
    "このページは表示できません"};

}  // namespace

const Words& words_of(std::string_view language) {
  for (const Words* words : {&kFrench, &kSpanish, &kArabic, &kJapanese}) {
    if (words->code == language) return *words;
  }
  return kEnglish;
}

std::string title(const Words& words, std::size_t subject, std::uint64_t seed) {
  return fmt::format("{} {}, {}", words.subjects[subject], words.views[seed / 16 % kViews],
                     1995 + seed / 256 % 30);
}

std::string slug(const Words& words, std::size_t subject, std::uint64_t seed) {
  return fmt::format("{}-{}-{}", words.subject_slugs[subject], words.view_slugs[seed / 16 % kViews],
                     1995 + seed / 256 % 30);
}

std::string filler_text(const Words& words, std::uint64_t seed, unsigned count) {
  Random random(seed);
  std::string text;
  for (unsigned i = 0; i < count; ++i) {
    if (i > 0) text += i % 14 == 0 ? ". " : " ";
    text += words.fillers[random.next() % kFillers];
  }
  return text + ".";
}

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace tagtrail::host::generated
