# Does what systemd does for a service with a socket: opens it, hands it over, and starts the program again whenever it ends.
# Port 0 lets the system choose; the port is the first line of the output, and each program's id a line of its own.
use strict;
use IO::Socket::INET;
use POSIX qw(dup2);

$| = 1;
$^F = 3; # the socket stays open in the program
my $socket = IO::Socket::INET->new(Listen => 128, LocalAddr => '127.0.0.1', LocalPort => 0) or die "no socket: $!";
print 'socket ', $socket->sockport, "\n";
my $child;
$SIG{TERM} = sub { kill 'KILL', $child; waitpid $child, 0; exit 0 };
while (1) {
  $child = fork;
  if (!$child) {
    $SIG{TERM} = 'DEFAULT';
    dup2(fileno($socket), 3);
    @ENV{'LISTEN_PID', 'LISTEN_FDS'} = ($$, 1);
    exec @ARGV or die "no program: $!";
  }
  print "program $child\n";
  waitpid $child, 0;
}
