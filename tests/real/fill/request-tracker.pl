# Fills a Request Tracker: perl -I LIBRARY request-tracker.pl LIST. LIST is JSON: { password, files: [{ name, path }] }.
# Prints how many pages of content came of it.
use strict;
use warnings;
use JSON;
use MIME::Entity;
use RT -init;

use constant { TICKETS => 30, QUEUES => 3 };

open(my $list, '<', $ARGV[0]) or die "$ARGV[0]: $!";
my $given = decode_json(join '', <$list>);

my $root = RT::CurrentUser->new;
$root->Load('root');
my ($set, $why) = $root->UserObj->_Set(Field => 'Password', Value => $root->UserObj->_GeneratePassword($given->{password}));
die $why unless $set;
# It makes one by itself where somebody is shown a list for the first time.
$root->UserObj->GenerateAuthToken;

my @queues = map {
  my $queue = RT::Queue->new($root);
  my ($id, $message) = $queue->Create(Name => $_, Description => "Tables of $_", Lifecycle => 'default');
  die $message unless $id;
  $queue;
} qw(Climate Housing Transport);

sub message {
  my ($text, @files) = @_;
  my $entity = MIME::Entity->build(Type => 'multipart/mixed');
  $entity->attach(Type => 'text/plain', Data => "$text\n");
  for my $file (@files) {
    my ($kind) = $file->{name} =~ /\.(\w+)$/;
    my $type = { csv => 'text/csv', json => 'application/json', pdf => 'application/pdf' }->{$kind} // 'application/octet-stream';
    $entity->attach(Type => $type, Path => $file->{path}, Filename => $file->{name}, Disposition => 'attachment', Encoding => 'base64');
  }
  return $entity;
}

# What goes to ticket $at: the first half with the request, the others with an answer; some tickets have none.
my @dealt;
my $count = @{ $given->{files} };
push @{ $dealt[($_ * $_ + 3 * $_) % TICKETS] }, $given->{files}[$_] for 0 .. $count - 1;

for my $at (0 .. TICKETS - 1) {
  my @files = @{ $dealt[$at] // [] };
  my @first = splice(@files, 0, int((@files + 1) / 2));
  my $ticket = RT::Ticket->new($root);
  my ($id, undef, $said) = $ticket->Create(
    Queue => $queues[$at % QUEUES]->Id, Subject => 'Table ' . ($at + 1) . ' is due', Requestor => "reader$at\@example.org",
    ($at % 4 == 0 ? (Owner => 'root') : ()), Priority => $at % 5 * 10, MIMEObj => message("Please publish table " . ($at + 1) . '.', @first));
  die $said unless $id;
  next unless @files || $at % 3 == 0;
  my ($done, $answer) = $ticket->Comment(MIMEObj => message('The table is in.', @files));
  die $answer unless $done;
}
# The home page, lists of the queues, the tickets.
print encode_json({ pages => 1 + QUEUES + TICKETS }), "\n";
